package main

import (
	"encoding/xml"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// result writes the result of a run with gaps of 30 % after 0.5 s and 10 % after 1 s that ends at
// the given cost. The best known cost is 100.
func result(t *testing.T, dir, name, known string, cost float64) string {
	t.Helper()
	file := filepath.Join(dir, name+".json")
	text := fmt.Sprintf(`{"schema": "tourmaline/result/v1", "instance": {"name": "x", "n": 1002},
		"cost": %v, "best_known": %s, "seconds": 4, "trace": [{"seconds": 0.5, "cost": 130},
		{"seconds": 1, "cost": 110}, {"seconds": 3, "cost": %[1]v}]}`, cost, known)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRunDrawsAndPrints(t *testing.T) {
	dir := t.TempDir()
	files := []string{
		result(t, dir, "a.1", "100", 102), result(t, dir, "a.2", "100", 104),
		result(t, dir, "b.1", "100", 100), result(t, dir, "b.2", "100", 100),
		result(t, dir, "c.1", "null", 210), result(t, dir, "c.2", "null", 210),
	}
	vector, raster := filepath.Join(dir, "q.svg"), filepath.Join(dir, "q.png")
	var out strings.Builder
	for _, picture := range []string{vector, raster} {
		out.Reset()
		args := append([]string{"-limit", "4s", "-estimate", "c=200", "-o", picture}, files...)
		if err := run(args, &out); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"instance            cities    after 2 s    after 4 s",
		"a                     1002      10.00 %       3.00 %",
		"b                     1002      10.00 %          0 %",
		"c                     1002     -45.00 %       5.00 % *",
	}
	if got := strings.Split(out.String(), "\n"); strings.Join(got[:4], "\n") != strings.Join(want, "\n") {
		t.Errorf("printed\n%s\nwant\n%s", out.String(), strings.Join(want, "\n"))
	}
	text, err := os.ReadFile(vector)
	if err != nil {
		t.Fatal(err)
	}
	var picture struct {
		Texts []string `xml:"text"`
	}
	if err := xml.Unmarshal(text, &picture); err != nil {
		t.Fatal(err)
	}
	words := strings.Join(picture.Texts, "|")
	for _, want := range []string{"mean of 2 seeds", "a  3.00 %", "b  0 %", "optimum", "1 s", "10 %"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %s", want, words)
		}
	}
	f, err := os.Open(raster)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 1600 || c.Height != 900 {
		t.Errorf("%d x %d, %v", c.Width, c.Height, err)
	}
}

func TestGapIsTheMeanOnceAllHaveATour(t *testing.T) {
	dir := t.TempDir()
	lines, err := read([]string{result(t, dir, "a.1", "100", 102), result(t, dir, "a.2", "100", 104)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines[0].runs[1].Trace = lines[0].runs[1].Trace[1:] // now its first tour is found after 1 s
	for seconds, want := range map[float64]float64{0.9: math.NaN(), 1: 10, 2.9: 10, 3: 3, 99: 3} {
		got, ok := lines[0].gap(seconds)
		if ok == math.IsNaN(want) || ok && math.Abs(got-want) > 1e-9 {
			t.Errorf("after %v s: %v, %v, want %v", seconds, got, ok, want)
		}
	}
	s := series(lines[0], 4)
	if s.X[0] < 1 || s.X[len(s.X)-1] != 4 || math.Abs(s.Y[len(s.Y)-1]-3) > 1e-9 {
		t.Errorf("from %v s to %v s, %v %%", s.X[0], s.X[len(s.X)-1], s.Y[len(s.Y)-1])
	}
}

func TestRunRefuses(t *testing.T) {
	dir := t.TempDir()
	good, unknown := result(t, dir, "a.1", "100", 102), result(t, dir, "b.1", "null", 102)
	other := filepath.Join(dir, "other.json")
	if err := os.WriteFile(other, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "no results"},
		{[]string{filepath.Join(dir, "none.json")}, "none.json"},
		{[]string{other}, "expected a JSON result"},
		{[]string{unknown}, "no best known cost"},
		{[]string{"-o", filepath.Join(dir, "q.gif"), good}, "expected a file name that ends in .svg or .png"},
	} {
		if err := run(tt.args, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %q", tt.args, err, tt.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for v, want := range map[float64]string{0: "0 %", 0.012: "0.012 %", 0.47: "0.47 %", 12.3: "12.30 %", 2400.2: "2400 %"} {
		if got := percent(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
