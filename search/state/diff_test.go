package state

import "testing"

func TestDiffNamesTheField(t *testing.T) {
	write := func(heat float64, list []int32, more bool) []byte {
		var w Writer
		w.Section("walk")
		w.Int("turn", 3)
		w.Bool("done", false)
		w.Text("name", "first")
		List(&w, "until", list)
		w.Section("annealing")
		w.Real("heat", heat)
		Value(&w, "solution", map[string]int{"a": 1})
		if more {
			w.Int("rest", 1)
		}
		return w.Bytes()
	}
	base := write(1, []int32{1, 2}, false)
	for _, c := range []struct {
		name  string
		other []byte
		want  string
	}{
		{"equal", write(1, []int32{1, 2}, false), ""},
		{"list", write(1, []int32{1, 3}, false), "walk: until"},
		{"length of a list", write(1, []int32{1, 2, 3}, false), "walk: until"},
		{"number", write(2, []int32{1, 2}, false), "annealing: heat"},
		{"more", write(1, []int32{1, 2}, true), "annealing: one state has more fields"},
	} {
		if got := Diff(base, c.other); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	var a, b Writer
	a.Int("x", 1)
	b.Int("y", 1)
	if got := Diff(a.Bytes(), b.Bytes()); got != "x or y" {
		t.Errorf("other names: %q", got)
	}
}
