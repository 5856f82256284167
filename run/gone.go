package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// goneKey is a key that configurations of earlier versions have.
type goneKey struct {
	key     string // with its section
	decided use    // what it decided unless it was neutral
	neutral any    // the value with which it decided nothing: a bool or a float64
	was     string // what it did otherwise
	commit  string // one that can still do it
}

// use is what a configuration is wanted for.
type use int

const (
	selfPlay  use = 1 << iota
	trainings     // of nets
	matches       // and judgements, by the run's nets
	anything  = selfPlay | trainings | matches
)

// goneKeys are all of them. The first five were numbers of methods that others
// switched on.
var goneKeys = []goneKey{
	{key: "search.considered"},
	{key: "search.value_visits"},
	{key: "search.value_scale"},
	{key: "training.value_visits"},
	{key: "selfplay.alphabeta_depth"},
	{"selfplay.gumbel", selfPlay, false, "searched the root by sequential halving", "40fc82e"},
	{"search.prior_power", selfPlay | matches, 1., "was the power of the priors in self-play as well as in matches (now play.prior_power)", "ee1a015"},
	{"training.value_scale", trainings, 0., "fitted the policy to the one that the search improved (completed Q)", "40fc82e"},
	{"training.reply_weight", trainings, 0., "had the net foretell the opponent's reply", "fa2f1c4"},
	{"training.plies_weight", trainings, 0., "had the net foretell the plies left", "fa2f1c4"},
	{"training.gain_weight", trainings, 0., "had the net foretell the pieces won", "fa2f1c4"},
	{"selfplay.alphabeta_share", selfPlay, 0., "had alpha-beta play a share of the games", "4cbaaa4"},
	{"net.buckets", anything, 1., "was the number of ranges of pieces with weights of their own", "4cbaaa4"},
}

// oldKey is a key of an earlier version in a file.
type oldKey struct {
	goneKey
	place string // file, line and column
	value any
}

// asOld looks a key that does not exist up among those of earlier versions.
func asOld(key []string, place string, text []byte) (oldKey, bool) {
	i := slices.IndexFunc(goneKeys, func(g goneKey) bool { return g.key == strings.Join(key, ".") })
	if i < 0 {
		return oldKey{}, false
	}
	var whole map[string]any
	if err := toml.Unmarshal(text, &whole); err != nil {
		return oldKey{}, false
	}
	section, _ := whole[key[0]].(map[string]any)
	return oldKey{goneKeys[i], place, section[key[1]]}, true
}

// decides reports whether u would come out otherwise with the key than without.
func (k oldKey) decides(u use) bool {
	value := k.value
	if n, ok := value.(int64); ok {
		value = float64(n)
	}
	return k.decided&u != 0 && value != k.neutral
}

// refuse returns the error of the first key that decides something for u.
func refuse(keys []oldKey, u use) error {
	i := slices.IndexFunc(keys, func(k oldKey) bool { return k.decides(u) })
	if i < 0 {
		return nil
	}
	k := keys[i]
	return fmt.Errorf("%w: %s: %s = %v is of an earlier version, where it %s: want %v, or commit %s for this run. "+
		"Each of its nets still plays and judges by its file, nets/NUMBER.safetensors, and a new run can begin with one (--init-from)",
		ErrConfig, k.place, k.key, k.value, k.was, k.neutral, k.commit)
}
