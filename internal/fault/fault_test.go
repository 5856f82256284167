package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"drafthorse/internal/fault"
)

// TestErrorsAreOfTheirKindAlone has two errors of each kind with one text. Each is
// itself alone, is of no other kind, and keeps that where another error wraps it.
func TestErrorsAreOfTheirKindAlone(t *testing.T) {
	kinds := map[string]func(error) bool{
		"WrongUsage": has[interface{ WrongUsage() }],
		"Refused":    has[interface{ Refused() }],
		"Damaged":    has[interface{ Damaged() }],
		"NoRoom":     has[interface{ NoRoom() }],
	}
	for kind, make := range map[string]func(string) error{"WrongUsage": fault.WrongUsage, "Refused": fault.Refused, "Damaged": fault.Damaged, "NoRoom": fault.NoRoom} {
		one, other := make("text"), make("text")
		wrapped := fmt.Errorf("reading: %w", one)
		if got := wrapped.Error(); got != "reading: text" {
			t.Errorf("%s: the text is %q", kind, got)
		}
		if !errors.Is(wrapped, one) || errors.Is(wrapped, other) {
			t.Errorf("%s: want an error that equals itself and not another of the same text", kind)
		}
		for name, is := range kinds {
			if is(wrapped) != (name == kind) {
				t.Errorf("an error of the kind %s has the method %s: %v", kind, name, is(wrapped))
			}
		}
	}
}

func has[E any](err error) bool {
	var e E
	return errors.As(err, &e)
}
