package cli

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCheckOutput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"x.safetensors": "", "x": "", "x.bak": "", "./X.SAFETENSORS": "", os.DevNull: "",
		"x.onnx":   "--out x.onnx: what is written is a net's weights, and the name says an ONNX model: want one that ends in .safetensors",
		"x.PDN":    "--out x.PDN: what is written is a net's weights, and the name says PDN: want one that ends in .safetensors",
		"no/x":     "--out no/x: there is no folder no: make it first, or want another name",
		"no/no/x":  "--out no/no/x: there is no folder no/no: make it first, or want another name",
		"file/x":   "--out file/x: file is a file: want the name of a folder there",
		"file/x/y": "--out file/x/y: there is no folder file/x: make it first, or want another name",
	} {
		err := CheckOutput("out", path, ".safetensors")
		if got := ExitCode(err); want == "" && err != nil || want != "" && (err == nil || err.Error() != want || got != WrongUsage) {
			t.Errorf("%s: %v (exit code %d), want %q", path, err, got, want)
		}
	}
}
