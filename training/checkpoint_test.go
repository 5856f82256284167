package training

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// sealed returns data with its last 32 bytes made the checksum of the others, so
// that what is wrong with it has to be found in another way.
func sealed(data []byte) []byte {
	body := data[:len(data)-sha256.Size]
	sum := sha256.Sum256(body)
	return append(body[:len(body):len(body)], sum[:]...)
}

// withHeader returns a checkpoint with text in its header replaced.
func withHeader(t *testing.T, data []byte, old, new string) []byte {
	t.Helper()
	if !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%q is not in the header", old)
	}
	b := bytes.Replace(data, []byte(old), []byte(new), 1)
	length := b[checkpointPrefix-4 : checkpointPrefix]
	binary.LittleEndian.PutUint32(length, binary.LittleEndian.Uint32(length)+uint32(len(new)-len(old)))
	return sealed(b)
}

// TestCheckpointRefusesDamage damages a checkpoint in all the ways that have a
// message of their own.
func TestCheckpointRefusesDamage(t *testing.T) {
	trainer := smallTraining(t, 10)
	if _, err := trainer.Step(batchOf(t, 32, playedRows(32, 1))); err != nil {
		t.Fatal(err)
	}
	whole := state(t, trainer)
	header := checkpointPrefix + int(binary.LittleEndian.Uint32(whole[20:]))
	nan := math.Float32bits(float32(math.NaN()))
	minusOne := math.Float32bits(-1)
	replaced := func(old, new string) func([]byte) []byte {
		return func(b []byte) []byte {
			i := bytes.Index(b[:header], []byte(old))
			if i < 0 || len(old) != len(new) {
				t.Fatalf("%q is not in the header, or not as long as %q", old, new)
			}
			copy(b[i:], new)
			return sealed(b)
		}
	}
	for _, test := range []struct {
		want   string
		damage func(b []byte) []byte
	}{
		{"it begins with", func(b []byte) []byte { b[0] ^= 1; return b }},
		{"it has version 2", func(b []byte) []byte { b[16] ^= 1; return b }},
		{"too few", func(b []byte) []byte { return nil }},
		{"checksum", func(b []byte) []byte { return b[:len(b)-1] }},
		{"checksum", func(b []byte) []byte { return append(b, 0) }},
		{"header claims", func(b []byte) []byte { b[23] = 0xff; return sealed(b) }},
		{"bytes of numbers", func(b []byte) []byte { return sealed(b[:len(b)-4]) }},
		{"bytes of numbers", replaced(`"width":16`, `"width":17`)},
		{"width is 0", replaced(`"width":16`, `"width":0 `)},
		{"features have version 9", replaced(`"features_version":1`, `"features_version":9`)},
		{"unknown field", replaced(`"planned"`, `"plannet"`)},
		{"beta1", replaced(`"beta1":0.9`, `"beta1":9.9`)},
		{"sampler", replaced(`"sampler":"`+"cGNn", `"sampler":"`+"AAAA")},
		{"steps done", replaced(`"done":1`, `"done":9`)},
		{"-1 shards", func(b []byte) []byte { return withHeader(t, b, `"planned"`, `"shards":-1,"planned"`) }},
		{"input.weight holds NaN at element 0", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[header:], nan)
			return sealed(b)
		}},
		{"mean squared gradient of policy.bias holds -1 at element 2499", func(b []byte) []byte {
			average := 4 * len(whole[header:len(whole)-sha256.Size]) / 16
			binary.LittleEndian.PutUint32(b[len(b)-sha256.Size-average-4:], minusOne)
			return sealed(b)
		}},
		{"average of policy.bias holds NaN at element 2499", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[len(b)-sha256.Size-4:], nan)
			return sealed(b)
		}},
	} {
		_, err := ReadCheckpoint(test.damage(bytes.Clone(whole)))
		if !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("ReadCheckpoint = %v: want an error with %q", err, test.want)
		}
	}
	for _, test := range [][3]string{
		{`"hidden":8`, `"hidden":9`, "bytes of numbers"},
		{`"width":16,"hidden":8`, `"width":4096,"hidden":512`, "bytes of numbers"},
		{`"hidden":8`, `"hidden":8,"buckets":4`, "its header"},
	} {
		_, err := ReadCheckpoint(withHeader(t, whole, test[0], test[1]))
		if !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), test[2]) {
			t.Errorf("with %s ReadCheckpoint = %v: want an error with %q", test[1], err, test[2])
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n := rng.IntN(len(whole))
		if _, err := ReadCheckpoint(whole[:n]); !errors.Is(err, ErrCheckpoint) {
			t.Fatalf("ReadCheckpoint of the first %d bytes = %v: want ErrCheckpoint", n, err)
		}
		flipped := bytes.Clone(whole)
		flipped[n] ^= 1 << rng.IntN(8)
		if _, err := ReadCheckpoint(flipped); !errors.Is(err, ErrCheckpoint) {
			t.Fatalf("ReadCheckpoint with a bit of byte %d flipped = %v: want ErrCheckpoint", n, err)
		}
	}
	if _, err := ReadCheckpoint(whole); err != nil {
		t.Errorf("ReadCheckpoint of the undamaged one = %v", err)
	}
}

func TestCheckpointIsNotWrittenWithNaN(t *testing.T) {
	trainer := smallTraining(t, 1)
	trainer.network.Dense[5] = float32(math.NaN())
	var b bytes.Buffer
	if err := trainer.WriteCheckpoint(&b); err == nil || !strings.Contains(err.Error(), "dense.weight") || b.Len() != 0 {
		t.Errorf("WriteCheckpoint = %v after %d bytes: want an error that names dense.weight and none", err, b.Len())
	}
}
