package run

// GenerationLine is a line of selfplay.jsonl: what the games of one net are like.
// All shares are in [0, 1].
type GenerationLine struct {
	Net         int     `json:"net"`
	ID          string  `json:"id"`        // of the net: what net.Network.ID says
	Games       int     `json:"games"`     // but those in damaged shards
	Positions   int     `json:"positions"` // searched for training
	MeanPlies   float64 `json:"mean_plies"`
	WhiteWins   float64 `json:"white_wins"`
	Draws       float64 `json:"draws"`
	BlackWins   float64 `json:"black_wins"`
	Adjudicated float64 `json:"adjudicated"` // ended by an endgame table
	Capped      float64 `json:"capped"`      // cut at the length cap, which counts as a draw
	Unique10    float64 `json:"unique_10"`   // whose position after ten plies no earlier game of the net had
	Unique20    float64 `json:"unique_20"`   // the same after twenty
}
