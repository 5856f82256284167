package match

import (
	"encoding/json"
	"fmt"
	"math"
)

// Result is a score with all that it says about the two players, as JSON tells
// it.
type Result struct {
	Score
	Games         int      `json:"games"`
	Share         float64  `json:"share"`      // of the points, 0 to 1
	ShareLow      float64  `json:"share_low"`  // where its 95 % confidence interval begins
	ShareHigh     float64  `json:"share_high"` // where it ends
	Elo           Estimate `json:"elo"`
	NormalizedElo Estimate `json:"normalized_elo"`
}

// Estimate is a rating difference with the ends of its 95 % confidence interval.
type Estimate struct {
	Value Elo `json:"value"`
	Low   Elo `json:"low"`
	High  Elo `json:"high"`
}

func estimate(value, low, high float64) Estimate { return Estimate{Elo(value), Elo(low), Elo(high)} }

// String writes e as in "+147 (+108 to +189)".
func (e Estimate) String() string { return fmt.Sprintf("%v (%v to %v)", e.Value, e.Low, e.High) }

// Elo is a rating difference. An infinite one is null in JSON.
type Elo float64

// String writes e in whole numbers with its sign.
func (e Elo) String() string {
	x := float64(e)
	switch {
	case math.IsInf(x, 1):
		return "+∞"
	case math.IsInf(x, -1):
		return "-∞"
	}
	return fmt.Sprintf("%+.0f", x)
}

// MarshalJSON implements [json.Marshaler].
func (e Elo) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(e), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(math.Round(100*float64(e)) / 100)
}

// Result returns s with all that it says.
func (s Score) Result() Result {
	share, low, high := s.Sample().Share()
	return Result{
		Score: s, Games: s.Games(), Share: share, ShareLow: low, ShareHigh: high,
		Elo: estimate(s.Elo()), NormalizedElo: estimate(s.NormalizedElo()),
	}
}
