package learn

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/parallel"
	"drafthorse/run"
	"drafthorse/selfplay"
	"drafthorse/store"
)

// pair opens a new run as its two processes do.
func pair(t *testing.T, c run.Config) (player, trainer *Loop) {
	t.Helper()
	dir := t.TempDir()
	return as(t, dir, c, run.Playing), as(t, dir, c, run.Training)
}

// playAhead lets the newest net play the games that there is room for, and tells the
// number after each.
func playAhead(t *testing.T, r *Loop, report func(done int)) SelfPlayStats {
	t.Helper()
	r.Workers = 3
	played, err := r.playAhead(t.Context(), newest(t, r), r.state.Room(), func(p SelfPlayStats) error {
		report(p.Games)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	look(t, r)
	return played
}

// replayed returns a game as a net plays it, as the bytes of a shard of its own.
func replayed(t *testing.T, r *Loop, generation int, number uint64, meta datasets.Metadata) []byte {
	t.Helper()
	n, err := r.Net(generation)
	if err != nil {
		t.Fatal(err)
	}
	source := selfplay.Source{
		Config: r.Config.SelfPlay, Search: r.Config.Search, Seed: r.Config.Seed,
		Evaluator: func() mcts.Evaluator { return net.NewEvaluator(n) },
		Prove:     r.Endgames.Prove,
	}
	var b bytes.Buffer
	err = source.Generate(t.Context(), parallel.Numbers(int(number), int(number)+1), 1, func(g *datasets.Game) error {
		return datasets.WriteShard(&b, meta, []datasets.Game{*g})
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestNetChangesBetweenGames commits a new net while games are played. Every
// game is the one that the net of its shard plays, from its first move to its
// last, and so one that the other net does not play.
func TestNetChangesBetweenGames(t *testing.T) {
	c := smallConfig()
	c.Games = 60
	player, trainer := pair(t, c)
	other := net.Random(c.Net, rand.New(rand.NewPCG(9, 9)))
	other.Generation = 1
	stretch := playAhead(t, player, func(done int) {
		if done == 20 {
			if err := trainer.CommitNet(other, 0); err != nil {
				t.Fatal(err)
			}
		}
	})
	if player.Generation() != 1 || stretch.Games < 20 || stretch.Games > 50 {
		t.Errorf("%d games until the change to net %d, want 20, those in play and net 1", stretch.Games, player.Generation())
	}
	playAhead(t, player, func(int) {})
	if number := len(games(t, player)); number < 2*c.Games {
		t.Fatalf("%d games, want %d", number, 2*c.Games)
	}
	byNet := map[int]int{}
	for _, record := range player.Shards() {
		shard, err := datasets.OpenShard(player.Dir, record)
		if err != nil {
			t.Fatal(err)
		}
		n, err := player.Net(record.Facts.Generation)
		if err != nil {
			t.Fatal(err)
		}
		if shard.Metadata.Net != n.ID() {
			t.Errorf("%s is by net %s, want net %s", record.Name, shard.Metadata.Net, n.ID())
		}
		for g, err := range shard.Games() {
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := datasets.WriteShard(&b, shard.Metadata, []datasets.Game{*g}); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), replayed(t, player, n.Generation, g.ID, shard.Metadata)) {
				t.Errorf("game %d of %s is not the one that net %d plays", g.ID, record.Name, n.Generation)
			}
			if bytes.Equal(b.Bytes(), replayed(t, player, 1-n.Generation, g.ID, shard.Metadata)) {
				t.Errorf("game %d would be the same by the other net", g.ID)
			}
			byNet[n.Generation]++
		}
	}
	if byNet[0] != stretch.Games || byNet[1] == 0 {
		t.Errorf("games by net %v, want %d by net 0", byNet, stretch.Games)
	}
}

// TestSelfPlayKeepsItsDistance also has a shard end where a training has its
// games, so that it need not wait for more.
func TestSelfPlayKeepsItsDistance(t *testing.T) {
	player, trainer := pair(t, smallConfig())
	number := player.Config.Games
	if player.state.Room() != 2*number {
		t.Errorf("room for %d games at the beginning, want %d", player.state.Room(), 2*number)
	}
	playAhead(t, player, func(int) {})
	if n := len(games(t, player)); n != 2*number || player.state.Room() != 0 {
		t.Errorf("%d games and room for %d, want %d and 0", n, player.state.Room(), 2*number)
	}
	if got, want := len(player.Shards()), 2; got != want {
		t.Errorf("%d shards, want one for each of %d trainings", got, want)
	}
	if played := playAhead(t, player, func(int) {}); played.Games != 0 {
		t.Errorf("%d games without room, want none", played.Games)
	}
	look(t, trainer)
	if _, err := train(t.Context(), trainer, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	look(t, player)
	if done, total := player.state.Fresh(); player.state.Room() != number || done != number || total != number {
		t.Errorf("after a training there are %d fresh games of %d and room for %d, want %d each", done, total, player.state.Room(), number)
	}
}

// TestTrainingSeesTheGamesItWaitedFor stops a training and has self-play go on
// before it is resumed. It ends in the net that a training without either makes,
// and what was played meanwhile is for the next.
func TestTrainingSeesTheGamesItWaitedFor(t *testing.T) {
	whole := open(t, t.TempDir(), longTraining())
	want := playAndTrain(t, whole)
	player, trainer := pair(t, longTraining())
	play(t, player, 2)
	look(t, trainer)
	stopAt(t, trainer, 0, 130)
	playAhead(t, player, func(int) {})
	look(t, trainer)
	got, err := train(t.Context(), trainer, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if got.Before != want.Before || got.After != want.After || got.Steps != want.Steps {
		t.Errorf("trained %+v, want %+v", got, want)
	}
	compareTrainings(t, trainer, whole)
	if done, total := trainer.state.Fresh(); done != total {
		t.Errorf("%d games are for the next training, want %d", done, total)
	}
	if _, err := train(t.Context(), trainer, func(int, int) {}); err != nil || trainer.Generation() != 2 {
		t.Errorf("the newest net is %d, error %v, want 2", trainer.Generation(), err)
	}
	if _, err := train(t.Context(), trainer, func(int, int) {}); !errors.Is(err, ErrNoGames) {
		t.Errorf("Train = %v: want ErrNoGames, for all games were seen", err)
	}
}

// TestFreshGames counts by hand. A training that was asked for before its games
// were all there has seen what there was.
func TestFreshGames(t *testing.T) {
	const shard, net = run.KindShard, run.KindNet
	type line struct {
		kind  store.Kind
		facts store.Facts
	}
	games := func(n int) line { return line{shard, store.Facts{Games: n}} }
	trained := func(generation int) line { return line{net, store.Facts{Generation: generation}} }
	for _, test := range []struct {
		lines []line
		want  int
	}{
		{[]line{trained(0)}, 0},
		{[]line{trained(0), games(7)}, 7},
		{[]line{trained(0), games(10), trained(1)}, 0},
		{[]line{trained(0), games(6), games(4), trained(1), games(5)}, 5},
		{[]line{trained(0), games(6), games(4), games(3), trained(1)}, 3}, // the three came during the training
		{[]line{trained(0), games(6), games(4), games(3), trained(1), games(7), games(2), trained(2)}, 2},
		{[]line{trained(0), games(10), games(10), trained(1), trained(2), games(1)}, 1},
		{[]line{trained(0), games(7), trained(1), games(10), trained(2), games(2)}, 2}, // the seven were enough for somebody
		{[]line{trained(0), games(13), trained(1), games(3)}, 3},                       // a shard is seen whole
		{[]line{trained(0), games(6), games(4), {net, store.Facts{Generation: 1, Seen: 1}}, games(5)}, 9},
		{[]line{trained(0), games(10), games(10), {net, store.Facts{Generation: 1, Seen: 2}}, games(1)}, 1},
		{[]line{trained(0), games(7), trained(1), games(4), {net, store.Facts{Generation: 2, Seen: 1}}}, 4},
	} {
		c := smallConfig()
		c.Games = 10
		r := open(t, t.TempDir(), c)
		// Only the order of the records counts, so they need no files of their own.
		for i, l := range test.lines[1:] {
			name := string(l.kind) + string(rune('a'+i))
			if _, err := r.Manifest.Commit(l.kind, name, l.facts, func(io.Writer) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		r.takeIn()
		if got, total := r.state.Fresh(); got != test.want || total != 10 {
			t.Errorf("%v: %d fresh games of %d, want %d of 10", test.lines, got, total, test.want)
		}
	}
}

func TestAwait(t *testing.T) {
	player, trainer := pair(t, smallConfig())
	looks := 0
	trainer.Observe = func(e Event) {
		if looks++; looks == 2 {
			play(t, player, 1)
		}
	}
	step := Next(trainer.state, run.Training, Goal{})
	if step.Do != AwaitGames {
		t.Fatalf("the training is to %v, want to wait for games", step)
	}
	if err := trainer.await(t.Context(), step, Goal{}); err != nil || looks < 3 {
		t.Errorf("await = %v after %d looks: want to see the games that the other has played", err, looks)
	}
	if step := Next(trainer.state, run.Training, Goal{}); step.Do != Train {
		t.Errorf("then the training is to %v, want to train", step)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	trainer.Observe = func(Event) { cancel(errStopped) }
	if err := trainer.await(ctx, Step{Do: AwaitGames, Net: 9}, Goal{}); !errors.Is(err, errStopped) {
		t.Errorf("await = %v, want %v", err, errStopped)
	}
}

// TestStoppedAhead stops self-play that goes on; no game is lost or doubled.
func TestStoppedAhead(t *testing.T) {
	c := smallConfig()
	c.Games = 40
	player, _ := pair(t, c)
	ctx, cancel := context.WithCancelCause(t.Context())
	reported := 0
	_, err := player.playAhead(ctx, newest(t, player), player.state.Room(), func(p SelfPlayStats) error {
		if reported = p.Games; reported == 50 {
			cancel(errStopped)
		}
		return nil
	})
	if !errors.Is(err, errStopped) {
		t.Fatalf("playAhead = %v, want %v", err, errStopped)
	}
	if n := len(games(t, player)); n != reported || n < 50 || n >= 2*c.Games {
		t.Errorf("%d games are there and %d were reported, want 50 or a few more", n, reported)
	}
	playAhead(t, player, func(int) {})
	whole := open(t, t.TempDir(), c)
	playAhead(t, whole, func(int) {})
	if !slices.EqualFunc(games(t, player), games(t, whole), bytes.Equal) {
		t.Error("the games are not those of self-play that was not stopped")
	}
}
