// Package drafthorse is a training and analysis pipeline for international
// draughts (10x10, FMJD rules). It holds no code itself: README.md says what the
// commands do, DESIGN.md what the packages are for and how they fit together.
package drafthorse
