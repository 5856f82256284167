// Package annotate judges the games of whole collections and writes what it finds.
//
// [Run] searches every position, each once in all games, judges the moves and writes
// the games with marks, reasons and better lines. Besides PDN it writes a report for a
// browser, a row for each move, the figures of games and players, and the shots of the
// games as problems. Every output appears when it is whole.
//
// What is found is kept in a file of JSON lines with checksums while the outputs are
// written. A call that is stopped or killed goes on from there when it is made again.
// The outputs are the same with any number of workers.
//
// A game that cannot be judged is copied as it was found and told, and the others go on.
//
// [Check] reports what is wrong with records and which are there twice. [Strip] takes
// out what an analysis has written.
//
// Errors say by a method what they are about: WrongUsage, Refused (some of the input was
// left out, the rest is done) or NoRoom. They name options as analyze's flags.
package annotate
