package net

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func file(t testing.TB, n *Network) []byte {
	var b bytes.Buffer
	if err := Write(&b, n); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(b []byte) (*Network, error) { return Read(bytes.NewReader(b), int64(len(b))) }

func TestWeightsRoundTrip(t *testing.T) {
	for _, size := range []Size{{24, 8}, {7, 3}} {
		n := lively(size)
		n.Generation, n.Step = 3, 4567
		n.Config, n.Program = "seed = 1\n[net]\n", "v1"
		b := file(t, n)
		back, err := read(b)
		if err != nil {
			t.Fatal(err)
		}
		if back.ID() != n.ID() || back.Size != n.Size || back.Generation != 3 || back.Step != 4567 || back.Config != n.Config || back.Program != n.Program {
			t.Errorf("read back as %v generation %d step %d by %q with %q", back.Size, back.Generation, back.Step, back.Program, back.Config)
		}
		if !bytes.Equal(file(t, back), b) {
			t.Error("written again it has other bytes")
		}
	}
}

// TestSafetensorsLayout reads a file by the format's own description
// (huggingface.co/docs/safetensors): a length, a JSON header, and the offsets of
// each tensor from the end of the header.
func TestSafetensorsLayout(t *testing.T) {
	n := lively(Size{24, 8})
	b := file(t, n)
	length := binary.LittleEndian.Uint64(b)
	if (8+length)%8 != 0 {
		t.Errorf("the data begin at byte %d, want a multiple of 8", 8+length)
	}
	header := map[string]struct {
		Dtype   string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}{}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(b[8:8+length], &raw); err != nil {
		t.Fatal(err)
	}
	for name, text := range raw {
		if name == "__metadata__" {
			continue
		}
		entry := header[name]
		if err := json.Unmarshal(text, &entry); err != nil {
			t.Fatal(err)
		}
		header[name] = entry
	}
	data := b[8+length:]
	for _, tensor := range n.Tensors() {
		h := header[tensor.Name]
		if h.Dtype != "F32" || h.Offsets[1]-h.Offsets[0] != 4*len(tensor.Data) {
			t.Fatalf("%s: %+v", tensor.Name, h)
		}
		for i, want := range tensor.Data {
			got := math.Float32frombits(binary.LittleEndian.Uint32(data[h.Offsets[0]+4*i:]))
			if got != want {
				t.Fatalf("%s[%d] = %v, want %v", tensor.Name, i, got, want)
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	good := file(t, lively(Size{24, 8}))
	edit := func(old, new string) []byte {
		if !bytes.Contains(good, []byte(old)) {
			t.Fatalf("%q is not in the file", old)
		}
		b := bytes.Replace(good, []byte(old), []byte(new), 1)
		// The header's length changes with the edit.
		binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(good)+uint64(len(new)-len(old)))
		return b
	}
	patch := func(at int, b ...byte) []byte {
		c := bytes.Clone(good)
		copy(c[(at+len(c))%len(c):], b)
		return c
	}
	for name, c := range map[string]struct {
		file   []byte
		reason string
	}{
		"empty":           {nil, "too few"},
		"huge header":     {patch(0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f), "header claims"},
		"not JSON":        {patch(8, 'x'), "not a JSON"},
		"other format":    {edit(`"format":"drafthorse-net"`, `"format":"other"`), `format is "other"`},
		"newer version":   {edit(`"format_version":"1"`, `"format_version":"2"`), `format_version is "2"`},
		"other features":  {edit(`"features_version":"1"`, `"features_version":"9"`), "features_version"},
		"other width":     {edit(`"width":"24"`, `"width":"25"`), "bytes: want"},
		"absurd width":    {edit(`"width":"24"`, `"width":"999999999"`), "width is"},
		"negative hidden": {edit(`"hidden":"8"`, `"hidden":"-8"`), "hidden"},
		"other shape":     {edit(`"shape":[24]`, `"shape":[42]`), "want F32"},
		"other type":      {edit(`"dtype":"F32","shape":[24]`, `"dtype":"F16","shape":[24]`), "want F32"},
		"missing tensor":  {edit(`"value.bias"`, `"vAlue.bias"`), "missing"},
		"NaN":             {patch(-4, 0, 0, 0xc0, 0x7f), "NaN"},
		"infinite":        {patch(-4, 0, 0, 0x80, 0x7f), "Inf"},
		"flipped weight":  {patch(-4, good[len(good)-4]^1), "checksum"},
		"other kind":      {edit(`"architecture":"mlp"`, `"architecture":"cnn"`), `architecture is "cnn"`},
		"buckets":         {edit(`"architecture":"mlp"`, `"architecture":"mlp-buckets","buckets":"4"`), `with 4 buckets of weights: this program reads "mlp", and commit 4cbaaa4 reads both`},
		"trailing byte":   {append(bytes.Clone(good), 0), "bytes: want"},
	} {
		_, err := read(c.file)
		if !errors.Is(err, ErrWeights) || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: error %v, want ErrWeights with %q", name, err, c.reason)
		}
	}
	for n := range len(good) {
		if n%97 != 0 {
			continue
		}
		if _, err := read(good[:n]); !errors.Is(err, ErrWeights) {
			t.Fatalf("cut at %d bytes: error %v, want ErrWeights", n, err)
		}
	}
}

// A small file that claims tensors of gigabytes is refused before memory is
// asked for.
func TestReadAllocatesNothingForClaims(t *testing.T) {
	const meta = `"__metadata__":{"format":"drafthorse-net","format_version":"1","features_version":"1","architecture":"mlp","width":"%s","hidden":"%s","generation":"0","step":"0","id":""}`
	for name, header := range map[string]string{
		"the largest net": fmt.Sprintf(`{`+meta+`}`, "4096", "512"),
		"a tensor of 3 GB": fmt.Sprintf(`{`+meta+`,"input.weight":{"dtype":"F32","shape":[212,3500000],"data_offsets":[0,2968000000]}}`,
			"128", "32"),
		"a net of 3 GB": fmt.Sprintf(`{`+meta+`,"input.weight":{"dtype":"F32","shape":[212,3500000],"data_offsets":[0,2968000000]}}`,
			"3500000", "32"),
	} {
		b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
		b = append(b, header...)
		b = append(b, make([]byte, 1024-len(b))...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(io.MultiReader(bytes.NewReader(b)), int64(len(b)))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrWeights) {
			t.Errorf("%s: error %v, want ErrWeights", name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("%s: %d bytes allocated for a file of %d", name, n, len(b))
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file(f, lively(Size{2, 1})))
	f.Add(file(f, lively(Size{2, 1})))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := read(b)
		if err != nil {
			if !errors.Is(err, ErrWeights) {
				t.Errorf("error %v, want ErrWeights", err)
			}
			return
		}
		if back, err := read(file(t, n)); err != nil || back.ID() != n.ID() {
			t.Errorf("written again it is read as %v", err)
		}
	})
}

// TestDeviceErrorIsNoBadFile has the device fail at bytes all over a file.
func TestDeviceErrorIsNoBadFile(t *testing.T) {
	b := file(t, lively(Size{8, 8}))
	failure := errors.New("input/output error")
	for n := 0; n < len(b); n += 1 + n/4 {
		r := io.MultiReader(bytes.NewReader(b[:n]), iotest.ErrReader(failure))
		if _, err := Read(r, int64(len(b))); !errors.Is(err, failure) || errors.Is(err, ErrWeights) {
			t.Fatalf("with an error of the device after %d bytes Read = %v: want that error alone", n, err)
		}
	}
}
