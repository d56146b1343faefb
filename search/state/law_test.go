package state_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search/state"
)

func TestRangesHold(t *testing.T) {
	for _, c := range []struct {
		value int64
		read  func(r *state.Reader) int64
		fault string
	}{
		{0, count(6), ""},
		{6, count(6), ""},
		{7, count(6), "x = 7, expected 0 to 6"},
		{-1, count(6), "x = -1, expected 0 to 6"},
		{math.MinInt64, count(6), "expected 0 to 6"},
		{0, uint32Of, ""},
		{math.MaxUint32, uint32Of, ""},
		{math.MaxUint32 + 1, uint32Of, "x = 4294967296, expected 0 to 4294967295"},
		{-1, uint32Of, "x = -1, expected 0 to 4294967295"},
	} {
		var w state.Writer
		w.Int("x", c.value)
		r := state.NewReader(w.Bytes())
		got := c.read(r)
		switch err := r.End(); {
		case c.fault == "" && (err != nil || got != c.value):
			t.Errorf("%d: read as %d, %v", c.value, got, err)
		case c.fault != "" && (err == nil || got != 0 || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%d: read as %d, %v, expected %q", c.value, got, err, c.fault)
		}
	}
}

func count(most int) func(r *state.Reader) int64 {
	return func(r *state.Reader) int64 { return int64(r.Count("x", most)) }
}

func uint32Of(r *state.Reader) int64 { return int64(r.Uint32("x")) }

// A scalar with zero or two entries gives an error rather than a panic.
func TestScalarsHaveOneEntry(t *testing.T) {
	for kind, size := range map[byte]int{1: 8, 2: 8, 3: 1} {
		for _, entries := range []int{0, 1, 2} {
			data := append([]byte{kind, 1, 'x', byte(entries)}, make([]byte, entries*size)...)
			r := state.NewReader(data)
			switch kind {
			case 1:
				r.Int("x")
			case 2:
				r.Real("x")
			case 3:
				r.Bool("x")
			}
			if err := r.Err(); (err == nil) != (entries == 1) {
				t.Errorf("kind %d, %d entries: %v", kind, entries, err)
			}
		}
	}
}

// A state that is truncated at any byte is too short, and so is a state with an unterminated
// number.
func TestCutOffStatesAreTooShort(t *testing.T) {
	var w state.Writer
	w.Section("here")
	w.Int("whole", 7)
	w.Text("text", strings.Repeat("long ", 40))
	state.List(&w, "list", []int16{1, 2, 3})
	for cut := range w.Bytes() {
		if err := readAll(w.Bytes()[:cut]); err == nil || !strings.Contains(err.Error(), "it ends too early") {
			t.Errorf("%d of %d bytes: %v", cut, len(w.Bytes()), err)
		}
	}
	if err := readAll(w.Bytes()); err != nil {
		t.Error(err)
	}
	if err := readAll(append([]byte{0}, bytes.Repeat([]byte{0xff}, 20)...)); err == nil || !strings.Contains(err.Error(), "it ends too early") {
		t.Errorf("an endless number: %v", err)
	}
}

func readAll(data []byte) error {
	r := state.NewReader(data)
	r.Section("here")
	r.Int("whole")
	r.Text("text")
	state.ReadList[int16](r, "list", 3)
	return r.End()
}

// Value writes a slice of fixed-size numbers as a list, which can be read as a solution or as a
// list.
func TestListsAreWrittenAsLists(t *testing.T) {
	asList(t, []bool{true, false, true})
	asList(t, []int8{-1, 2, 3})
	asList(t, []uint8{1, 2, 255})
	asList(t, []int16{-300, 300})
	asList(t, []uint16{1, 65535})
	asList(t, []int32{-70000, 70000})
	asList(t, []uint32{1, math.MaxUint32})
	asList(t, []int64{math.MinInt64, 1})
	asList(t, []uint64{math.MaxUint64, 1})
	asList(t, []float32{0.1, 2})
	asList(t, []float64{0.1, math.Inf(1)})
	asList(t, []int32{})
}

// fixed is the element constraint of state.List.
type fixed interface {
	~bool | ~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

func asList[T fixed](t *testing.T, values []T) {
	t.Helper()
	var value, list state.Writer
	state.Value(&value, "x", values)
	state.List(&list, "x", values)
	if !bytes.Equal(value.Bytes(), list.Bytes()) {
		t.Errorf("%T: a solution and a list are not the same", values)
	}
	r, q := state.NewReader(list.Bytes()), state.NewReader(list.Bytes())
	if got := state.ReadList[T](r, "x", -1); !slices.Equal(got, values) || r.End() != nil {
		t.Errorf("%T: the list %v, %v, expected %v", values, got, r.Err(), values)
	}
	if got := state.ReadValue[[]T](q, "x"); !slices.Equal(got, values) || q.End() != nil {
		t.Errorf("%T: the solution %v, %v, expected %v", values, got, q.Err(), values)
	}
}

// Slices of int, which has no fixed size, and slices of slices or strings are written as JSON
// documents.
func TestOtherSolutionsAreDocuments(t *testing.T) {
	asDocument(t, []int{1, -2}, slices.Equal[[]int])
	asDocument(t, []uint{1, 2}, slices.Equal[[]uint])
	asDocument(t, []string{"a", "b"}, slices.Equal[[]string])
	asDocument(t, [][]int32{{1}, {2, 3}}, func(a, b [][]int32) bool { return slices.EqualFunc(a, b, slices.Equal[[]int32]) })
}

func asDocument[S any](t *testing.T, solution S, equal func(a, b S) bool) {
	t.Helper()
	var w state.Writer
	state.Value(&w, "x", solution)
	r := state.NewReader(w.Bytes())
	if got := state.ReadValue[S](r, "x"); r.End() != nil || !equal(got, solution) {
		t.Errorf("%v, %v, expected %v", got, r.Err(), solution)
	}
	text := w.Bytes()
	text[len(text)-1] = '?'
	r = state.NewReader(text)
	if state.ReadValue[S](r, "x"); r.Err() == nil {
		t.Errorf("%s was read", text)
	}
}

// Writers and readers report their first error.
func TestTheFirstFaultCounts(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	var w state.Writer
	state.Value(&w, "x", func() {}) // JSON cannot encode a function
	if w.Err() == nil || !strings.Contains(w.Err().Error(), "x: ") {
		t.Errorf("a function was written: %v", w.Err())
	}
	w = state.Writer{}
	w.Fail(first)
	w.Fail(second)
	r := state.NewReader(nil)
	r.Fail(nil)
	if r.Err() != nil {
		t.Errorf("no error is one: %v", r.Err())
	}
	r.Fail(first)
	r.Fail(second)
	for _, err := range []error{w.Err(), r.Err()} {
		if !errors.Is(err, first) || errors.Is(err, second) {
			t.Errorf("%v", err)
		}
	}
}
