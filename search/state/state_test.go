package state_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"pgregory.net/rapid"
)

type tour []int32

type plan struct {
	Name  string
	Parts map[string]float64
}

// A Reader returns exactly the written values, and nothing is left over.
func TestThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.Int64().Draw(t, "whole")
		number := rapid.Float64().Draw(t, "number")
		truth := rapid.Bool().Draw(t, "truth")
		text := rapid.String().Draw(t, "text")
		floats := rapid.SliceOf(rapid.Float32()).Draw(t, "floats")
		order := tour(rapid.SliceOf(rapid.Int32()).Draw(t, "order"))
		var w state.Writer
		w.Section("here")
		w.Int("whole", whole)
		w.Real("number", number)
		w.Bool("truth", truth)
		w.Text("text", text)
		state.List(&w, "floats", floats)
		state.Value(&w, "order", order)
		state.Value(&w, "plan", plan{text, map[string]float64{"a": 0.1}})
		r := state.NewReader(w.Bytes())
		r.Section("here")
		if r.Int("whole") != whole || math.Float64bits(r.Real("number")) != math.Float64bits(number) || r.Bool("truth") != truth || r.Text("text") != text {
			t.Fatal("a scalar has changed")
		}
		back := state.ReadList[float32](r, "floats", len(floats))
		for i := range floats {
			if math.Float32bits(back[i]) != math.Float32bits(floats[i]) {
				t.Fatalf("float %d has changed", i)
			}
		}
		if got := state.ReadValue[tour](r, "order"); len(got) != len(order) || len(got) > 0 && !reflect.DeepEqual(got, order) {
			t.Fatalf("%v, want %v", got, order)
		}
		if got := state.ReadValue[plan](r, "plan"); got.Parts["a"] != 0.1 {
			t.Fatalf("%v", got)
		}
		if err := r.End(); err != nil {
			t.Fatal(err)
		}
	})
}

// A field with a different name, type or length gives an error that contains the section.
func TestOtherFieldsAreErrors(t *testing.T) {
	write := func() *state.Writer {
		var w state.Writer
		w.Section("lanes")
		w.Int("step", 7)
		state.List(&w, "tour", []int32{0, 1, 2})
		return &w
	}
	for name, read := range map[string]func(r *state.Reader){
		"name":    func(r *state.Reader) { r.Int("turn") },
		"type":    func(r *state.Reader) { r.Real("step") },
		"range":   func(r *state.Reader) { r.Count("step", 6) },
		"section": func(r *state.Reader) { r.Section("walks") },
		"length":  func(r *state.Reader) { r.Int("step"); state.ReadList[int32](r, "tour", 4) },
		"element": func(r *state.Reader) { r.Int("step"); state.ReadList[uint32](r, "tour", 3) },
		"left":    func(r *state.Reader) { r.Int("step") },
		"more":    func(r *state.Reader) { r.Int("step"); state.ReadList[int32](r, "tour", 3); r.Int("more") },
	} {
		r := state.NewReader(write().Bytes())
		r.Section("lanes")
		read(r)
		if err := r.End(); err == nil || !strings.Contains(err.Error(), "lanes: ") {
			t.Errorf("another %s: %v", name, err)
		}
	}
	if r := state.NewReader(write().Bytes()); r.Int("step") != 0 || r.Err() == nil {
		t.Error("a section was passed over")
	}
}

// Reading arbitrary data never panics, and no list is longer than its bytes.
func FuzzReader(f *testing.F) {
	var w state.Writer
	w.Section("s")
	w.Int("i", 1)
	state.List(&w, "l", []float64{1, 2})
	state.Value(&w, "v", []int8{3})
	f.Add(w.Bytes())
	f.Add([]byte{1, 1, 'i', 255, 255, 255, 255, 15})
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.Frugal(t, len(data), func() {
			r := state.NewReader(data)
			r.Section("s")
			r.Int("i")
			if l := state.ReadList[float64](r, "l", -1); 8*len(l) > len(data) {
				t.Errorf("%d numbers from %d bytes", len(l), len(data))
			}
			state.ReadValue[[]int8](r, "v")
			_ = r.End()
		})
	})
}
