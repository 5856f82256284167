package datasets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// smallShard is a shard of two games, one of them without a search.
func smallShard() []Game {
	bare := shortGame()
	bare.ID++
	bare.Searches = nil
	return []Game{shortGame(), bare}
}

func TestEveryFlippedByteOfAShardIsFound(t *testing.T) {
	dir := t.TempDir()
	r := commitGames(t, open(t, dir), "games/1.arrow", smallShard())
	path := filepath.Join(dir, "games", "1.arrow")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i, b := range content {
		if _, err := f.WriteAt([]byte{b ^ 1<<(i%8)}, int64(i)); err != nil {
			t.Fatal(err)
		}
		wantDamage(t, second(OpenShard(dir, r)), "games/1.arrow: damaged: SHA-256 is")
		if _, err := f.WriteAt([]byte{b}, int64(i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := OpenShard(dir, r); err != nil {
		t.Errorf("put right again: %v", err)
	}
}

func TestEveryTruncationOfAShardIsFound(t *testing.T) {
	dir := t.TempDir()
	r := commitGames(t, open(t, dir), "games/1.arrow", smallShard())
	for size := r.Size - 1; size >= 0; size-- {
		if err := os.Truncate(filepath.Join(dir, "games", "1.arrow"), size); err != nil {
			t.Fatal(err)
		}
		wantDamage(t, second(OpenShard(dir, r)), "games/1.arrow: damaged: ")
	}
}

// Behind the checksum, damage cannot come from a disk. Even so a bit that
// differs ends neither the program nor in games that break the rules, and the
// only ones to get past the schema are those that say other metadata.
func TestReaderStandsFlippedBits(t *testing.T) {
	file := shardBytes(t, smallShard())
	head, _ := cutHead(file)
	for i := range file {
		flip := byte(1) << (i % 8)
		file[i] ^= flip
		shard, err := parseShard("x.arrow", file)
		switch {
		case err == nil && i >= 6 && i < len(head) && shard.Metadata == metadata && shard.NumGames == 2 && shard.NumRows == 3:
			t.Fatalf("byte %d of the schema changed, and the shard opened", i)
		case err == nil:
			_, err = readGames(shard)
		}
		file[i] ^= flip
		if err != nil && !strings.HasPrefix(err.Error(), "x.arrow: ") {
			t.Fatalf("byte %d changed: %v: want an error that names the file", i, err)
		}
	}
}

func TestReaderStandsTruncation(t *testing.T) {
	file := shardBytes(t, smallShard())
	for n := range file {
		shard, err := parseShard("x.arrow", file[:n])
		if err == nil {
			_, err = readGames(shard)
		}
		if err == nil {
			t.Fatalf("cut to %d of %d bytes the shard was read", n, len(file))
		}
	}
}
