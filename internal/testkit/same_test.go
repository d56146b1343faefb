package testkit

import (
	"strings"
	"testing"
)

const result = `{"schema": "tourmaline/result/v1", "version": "a", "instance": {"name": "x", "n": 3},
	"engine": "cpu", "device": "", "threads": 1, "params": {"lanes": 8, "threads": 1}, "cost": 1.50, "seconds": 0.1,
	"phases": [{"name": "search", "seconds": 0.1}], "tour": [1, 2, 3], "trace": [{"seconds": 0.1, "step": 1, "cost": 2}, {"seconds": 0.2, "step": 4, "cost": 1.50}]}`

func TestSameResult(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, new string
		want     string
	}{
		{"the same", "", "", ""},
		{"version", `"version": "a"`, `"version": "b"`, ""},
		{"engine", `"cpu"`, `"opencl"`, ""},
		{"device", `"device": ""`, `"device": "GPU"`, ""},
		{"threads", `"device": "", "threads": 1`, `"device": "", "threads": 2`, ""},
		{"threads are gone", `"threads": 1, "params"`, `"params"`, ""},
		{"seconds", `"seconds": 0.1,
	"phases"`, `"seconds": 7,
	"phases"`, ""},
		{"seconds of a phase", `"search", "seconds": 0.1`, `"search", "seconds": 9`, ""},
		{"seconds of the trace", `"seconds": 0.2`, `"seconds": 9`, ""},
		{"white space", ", ", ",", ""},

		{"cost", `"cost": 1.50,`, `"cost": 1.51,`, "cost: got 1.51, want 1.50"},
		{"a digit of the cost", `"cost": 1.50,`, `"cost": 1.5,`, "cost: got 1.5, want 1.50"},
		{"deep", `"n": 3`, `"n": 4`, "instance.n: got 4, want 3"},
		{"a parameter called threads", `8, "threads": 1`, `8, "threads": 2`, "params.threads: got 2, want 1"},
		{"a step of the trace", `"step": 4`, `"step": 5`, "trace[1].step: got 5, want 4"},
		{"the tour", `[1, 2, 3]`, `[1, 3, 2]`, "tour[1]: got 3, want 2"},
		{"a shorter tour", `[1, 2, 3]`, `[1, 2]`, "got trace = [, want tour[2] = 3"},
		{"no tour", `[1, 2, 3]`, `{}`, "tour: got {, want ["},
		{"another order", `"name": "x", "n": 3`, `"n": 3, "name": "x"`, "got instance.n = 3, want instance.name"},
		{"a longer trace", `"cost": 1.50}]`, `"cost": 1.50}, 7]`, "got trace[2] = 7, want nothing more"},
		{"a shorter trace", `, {"seconds": 0.2, "step": 4, "cost": 1.50}`, ``, "got nothing more, want trace[1]"},
		{"no JSON", `]}`, `]`, "got invalid JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.ReplaceAll(result, c.old, c.new)
			if c.old != c.new && changed == result {
				t.Fatal("the case changes nothing")
			}
			err := SameResult([]byte(changed), []byte(result))
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
