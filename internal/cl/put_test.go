package cl_test

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// Put copies slices to buffers, returns numbers unchanged, and rejects other values.
func TestPut(t *testing.T) {
	w := cl.NewScope(cltest.Device(t))
	b, ok := w.Put("slice", []int32{3, 1, 2}).(*cl.Buffer[int32])
	if w.Err() != nil || !ok {
		t.Fatalf("%T, %v", b, w.Err())
	}
	got := make([]int32, 3)
	if err := b.Read(got); err != nil || !slices.Equal(got, []int32{3, 1, 2}) {
		t.Errorf("%v, %v", got, err)
	}
	if v := w.Put("number", uint64(7)); v != uint64(7) || w.Err() != nil {
		t.Errorf("%v, %v", v, w.Err())
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	for _, bad := range []any{nil, 7, "text", []int{1}, []string{"x"}} {
		w := cl.NewScope(nil)
		if w.Put("bad", bad); w.Err() == nil {
			t.Errorf("%T passed", bad)
		}
	}
}

func TestDefinesAreSorted(t *testing.T) {
	got := cl.Defines(map[string]any{"b": 1, "a": true, "c": "x"})
	if want := []cl.Define{{Name: "a", Value: true}, {Name: "b", Value: 1}, {Name: "c", Value: "x"}}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
