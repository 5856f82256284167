package stats

import (
	"fmt"
	"math/rand/v2"
)

// players are two players of whom everything is known.
type players struct {
	share, draws float64      // the first one's, of the points and of all games
	games        string       // how the two games of a pair go together
	pair         distribution // of its results
}

func (p players) String() string {
	return fmt.Sprintf("share %.2f, draws %.2f, games %s", p.share, p.draws, p.games)
}

// neverLoses reports whether the first player loses no game.
func (p players) neverLoses() bool { return p.pair[0]+p.pair[1] == 0 && p.draws >= 2*(1-p.share)-1e-9 }

// everyPlayers returns players with each of the shares and draw rates, or the
// highest draw rate that goes with a share. In half of the pairs both games are
// played independently. In the other half they go together as the word says:
// they end alike (the opening suits the player) or as far apart as can be (it
// suits a colour).
func everyPlayers(shares, draws []float64) []players {
	var list []players
	for _, share := range shares {
		before := -1.
		for _, d := range draws {
			d = min(d, 2*(1-share))
			if d == before {
				continue
			}
			before = d
			game := [3]float64{1 - share - d/2, d, share - d/2}
			var apart, alike, against distribution
			for i, p := range game {
				alike[2*i] += p
				for j, q := range game {
					apart[i+j] += p * q
				}
			}
			// The worst games of one are the best of the other.
			i, j, first, second := 0, 2, game[0], game[2]
			for i < 3 && j >= 0 {
				both := min(first, second)
				against[i+j] += both
				if first -= both; first < 1e-12 {
					if i++; i < 3 {
						first = game[i]
					}
				}
				if second -= both; second < 1e-12 {
					if j--; j >= 0 {
						second = game[j]
					}
				}
			}
			for _, kind := range []struct {
				games string
				pair  distribution
			}{{"independent", apart}, {"alike", alike}, {"against each other", against}} {
				p := players{share: share, draws: d, games: kind.games}
				for half := range p.pair {
					p.pair[half] = (apart[half] + kind.pair[half]) / 2
				}
				list = append(list, p)
			}
		}
	}
	return list
}

// play returns the sample of so many pairs.
func (p players) play(pairs int, rng *rand.Rand) Sample {
	var s Sample
	for range pairs {
		half, x := 0, rng.Float64()
		for ; half < 4 && x >= p.pair[half]; half++ {
			x -= p.pair[half]
		}
		s[half]++
	}
	return s
}
