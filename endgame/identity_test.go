package endgame

import "testing"

// Tables are named by the classes that they hold.
func TestID(t *testing.T) {
	shipped, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if got := shipped.ID(); got != "4" {
		t.Errorf("the tables of the program are %q, want 4: all of up to four pieces", got)
	}
	some := &Tables{}
	for _, step := range []struct {
		class Class
		want  string
	}{
		{Class{OwnKings: 2, OpponentKings: 1}, "0+2k-1k"},
		{Class{OwnKings: 1, OpponentKings: 1}, "0+1k-1k+2k-1k"},
		{Class{OwnMen: 1, OpponentMen: 1}, "0+1k-1k+1m-1m+2k-1k"},
		{Class{OwnMen: 1, OpponentKings: 1}, "0+1k-1k+1m-1k+1m-1m+2k-1k"},
		{Class{OwnKings: 1, OpponentMen: 1}, "2+2k-1k"},
	} {
		file, err := EmbeddedFile(step.class)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := some.Decode(file); err != nil {
			t.Fatal(err)
		}
		if got := some.ID(); got != step.want {
			t.Errorf("with %v they are %q, want %q", step.class, got, step.want)
		}
	}
	if got := new(Tables).ID(); got != "0" {
		t.Errorf("no tables are %q, want 0", got)
	}
}
