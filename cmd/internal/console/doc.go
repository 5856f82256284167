// Package console is what the commands share that play, train and search: the steps of
// a run and how they go, the nets that a person names, and room for a search's tables.
package console
