// Package console is what the commands share that play, train and search: the steps of
// a run and how they go, and the nets and tables that a person names.
package console
