package runner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// warnings collects the warnings of a search.
type warnings struct{ strings.Builder }

func (w *warnings) warn(format string, a ...any) { fmt.Fprintf(&w.Builder, format, a...) }

// config limits a search to a number of steps.
func config(steps int) tourmaline.Config {
	return tourmaline.Config{Algorithm: "ils", Threads: 1, Limits: tourmaline.Limits{Steps: steps}}
}

// steps returns a search of the given number of steps.
func steps(t *testing.T, n int) (Search, *warnings) {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := tourmaline.New(tourmaline.Tours(in), config(n))
	if err != nil {
		t.Fatal(err)
	}
	w := &warnings{}
	return Search{Solver: solver, Files: outfile.OS(), Show: func(search.Progress) {}, Cooling: func(search.Progress) {}, Warn: w.warn}, w
}

// run runs a search that no signal interrupts.
func run(t *testing.T, s Search) *tourmaline.Result {
	t.Helper()
	i := &fakeInterrupts{}
	r, err := s.Run(t.Context(), i)
	if err != nil || !i.writing {
		t.Fatalf("%v; the result is protected: %v", err, i.writing)
	}
	return r
}

func points(t *testing.T, path string) (all []tourmaline.TracePoint) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var p tourmaline.TracePoint
		if err := json.Unmarshal(line, &p); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, p)
	}
	return all
}

// The trace has one line for each improvement. A resumed search appends only better costs.
func TestTrace(t *testing.T) {
	folder := t.TempDir()
	s, w := steps(t, 20)
	s.Trace, s.Checkpoint, s.Every = filepath.Join(folder, "trace"), filepath.Join(folder, "state"), time.Hour
	r := run(t, s)
	all := points(t, s.Trace)
	if len(all) < 2 || all[len(all)-1].Cost != r.Cost || all[0].Step != 0 {
		t.Fatalf("the trace is %+v, and the cost %v", all, r.Cost)
	}
	for i := range all[1:] {
		if all[i+1].Cost >= all[i].Cost {
			t.Errorf("point %d is no improvement: %+v", i+1, all)
		}
	}
	state, err := os.ReadFile(s.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	again, err := tourmaline.Resume(s.Solver.Problem(), config(21), state)
	if err != nil {
		t.Fatal(err)
	}
	s.Solver, s.Resumed = again, true
	run(t, s)
	if more := points(t, s.Trace)[len(all):]; len(more) > 0 && more[0].Cost >= r.Cost {
		t.Errorf("the resumed search added %+v after the cost %v", more, r.Cost)
	}
	if w.String() != "" {
		t.Errorf("warnings: %s", w)
	}
}

// A search without a pause saves a checkpoint at every step. With a long pause it saves one, at the
// end.
func TestCheckpoints(t *testing.T) {
	for every, many := range map[time.Duration]bool{0: true, time.Hour: false} {
		s, w := steps(t, 5)
		s.Checkpoint, s.Every = filepath.Join(t.TempDir(), "state"), every
		saved := 0
		s.Files.Rename = func(from, to string) error {
			saved++
			return os.Rename(from, to)
		}
		run(t, s)
		if saved == 0 || (saved > 1) != many || w.String() != "" {
			t.Errorf("every %v: %d checkpoints, %s", every, saved, w)
		}
	}
}

// The search continues if its files cannot be written, and warns.
func TestFilesThatCannotBeWritten(t *testing.T) {
	s, w := steps(t, 5)
	missing := filepath.Join(t.TempDir(), "missing", "file")
	s.Trace, s.Checkpoint = missing, missing
	if r := run(t, s); r.Steps != 5 {
		t.Errorf("%d steps, expected 5", r.Steps)
	}
	for _, want := range []string{"the trace is incomplete; the search continues: ", "cannot write the checkpoint; the search continues: "} {
		if !strings.Contains(w.String(), want) {
			t.Errorf("%q lacks %q", w, want)
		}
	}
}

// The pause between two checkpoints is at least the time that the caller chose. The final checkpoint
// does not wait for it.
func TestPauseBetweenCheckpoints(t *testing.T) {
	s, _ := steps(t, 5)
	s.Checkpoint, s.Every = filepath.Join(t.TempDir(), "state"), time.Hour
	v := s.newSaver()
	saves := func(p search.Progress) bool {
		t.Helper()
		before := v.done
		v.update(p)
		v.wait()
		return v.done != before
	}
	if saves(search.Progress{Step: 1}) {
		t.Error("saved before the pause was over")
	}
	v.last = time.Now().Add(-2 * time.Hour)
	if !saves(search.Progress{Step: 2}) || v.pause < time.Hour || time.Since(v.last) > time.Hour {
		t.Errorf("after the pause: the last checkpoint is from %v, the pause is %v", v.last, v.pause)
	}
	if saves(search.Progress{Step: 3}) || !saves(search.Progress{Step: 4, Reason: search.Time}) {
		t.Error("only the final checkpoint is saved without a pause")
	}
	v.last, v.done = time.Now().Add(-2*time.Hour), make(chan struct{}) // still being written
	before := v.done
	if v.update(search.Progress{Step: 5}); v.done != before {
		t.Error("saved while the previous checkpoint was being written")
	}
	v.Checkpoint = ""
	if v.update(search.Progress{Step: 6, Reason: search.Time}); v.done != before {
		t.Error("saved without a file")
	}
}

// A result is kept if the cost is better and the pause is over.
func TestKeeper(t *testing.T) {
	s, _ := steps(t, 5)
	for p, err := range s.Solver.Steps(t.Context()) {
		if err != nil || p.Step == 1 {
			break
		}
	}
	k := newKeeper(s.Solver)
	keeps := func(cost float64) bool {
		k.recent.Store(nil)
		k.update(search.Progress{Cost: cost})
		return k.recent.Load() != nil
	}
	if keeps(10) {
		t.Error("kept a result before the pause was over")
	}
	over := func() { k.last = time.Now().Add(-keepEvery - time.Second) }
	over()
	if !keeps(10) || k.cost != 10 || k.pause < keepEvery || time.Since(k.last) > keepEvery {
		t.Errorf("after the pause: cost %v, pause %v, last at %v", k.cost, k.pause, k.last)
	}
	if keeps(9) {
		t.Error("kept another result at once")
	}
	k.pause = keepEvery
	over()
	if keeps(10) || !keeps(9) {
		t.Error("only a better result is kept")
	}
}
