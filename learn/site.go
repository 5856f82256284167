package learn

import "drafthorse/run"

// site is where the steps are done: an open run and what is known of its state.
type site struct {
	*run.Run
	Workers int // goroutines; they make no difference but in time

	state   *State
	known   int // records of the manifest that are in state
	matches int // the newest net when the matches in state were read
}

// takeIn adds to the state what the manifest knows.
func (s *site) takeIn() {
	all := s.Manifest.All()
	for _, r := range all[s.known:] {
		s.state.Add(r)
	}
	s.known = len(all)
}

// look takes in what other processes have added, and, if they decide what is next,
// the matches.
func (s *site) look(matches bool) error {
	if err := s.Manifest.Refresh(); err != nil {
		return err
	}
	s.takeIn()
	if !matches || s.matches == s.state.Newest {
		return nil
	}
	s.matches = s.state.Newest
	var err error
	s.state.Matches, err = s.Matches()
	return err
}
