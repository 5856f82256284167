// Package fault makes errors that say by a method what they are about. A program gives
// each kind an exit code of its own without knowing the package that an error comes from.
package fault

import "fmt"

type named struct{ text string }

func (n *named) Error() string { return n.text }

type wrongUsage struct{ named }

// WrongUsage marks an error about what a person has asked for, as a configuration.
func (*wrongUsage) WrongUsage() {}

type refused struct{ named }

// Refused marks an error about work that was done, but for some of the input.
func (*refused) Refused() {}

type damaged struct{ named }

// Damaged marks an error about data that were written whole and are no longer so.
func (*damaged) Damaged() {}

type noRoom struct{ named }

// NoRoom marks an error about something that is taken, as a lock or the memory, and may
// be free at another time.
func (*noRoom) NoRoom() {}

type usage struct{ error }

func (usage) WrongUsage() {}

func (u usage) Unwrap() error { return u.error }

// Usage formats an error about what a person has asked for, as fmt.Errorf does.
func Usage(format string, args ...any) error { return usage{fmt.Errorf(format, args...)} }

// WrongUsage returns a new error with this text. Like one of [errors.New] it equals no other.
func WrongUsage(text string) error { return &wrongUsage{named{text}} }

// Refused does the same for input that had to be left out.
func Refused(text string) error { return &refused{named{text}} }

// Damaged does the same for damaged data.
func Damaged(text string) error { return &damaged{named{text}} }

// NoRoom does the same for what is taken.
func NoRoom(text string) error { return &noRoom{named{text}} }
