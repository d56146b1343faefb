package problems

import (
	"errors"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/memory"
)

// A name of a few characters must not take all memory.
func TestNamesThatDoNotFit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	n, err := ParseName("uniform:2000000")
	if err == nil {
		_, err = n.Problem()
	}
	const want = "2000000 cities do not fit in memory: expected at most 1048576"
	if !errors.Is(err, memory.ErrExceeded) || err.Error() != "instance uniform: "+want {
		t.Error(err)
	}
	if err := Afford(1 << 20); err != nil {
		t.Error(err)
	}
}

func TestNames(t *testing.T) {
	for text, want := range map[string]struct{ problem, generate, solve string }{
		"uniform:100":        {"tsp", "tourmaline generate uniform 100 --seed 1 -o uniform-100-1.tsp", "uniform-100-1.tsp"},
		"clustered:50:7":     {"tsp", "tourmaline generate clustered 50 --seed 7 -o clustered-50-7.tsp", "clustered-50-7.tsp"},
		"perceptron:21x23:3": {"perceptron", "tourmaline generate perceptron --rows 21 --cols 23 --seed 3 -o perceptron-21x23-3.ppp", "perceptron-21x23-3.ppp"},
		"rastrigin:10":       {"function", "", "--problem rastrigin --dim 10"},
	} {
		if !IsName(text) {
			t.Errorf("%s is not a name", text)
			continue
		}
		n, err := ParseName(text)
		if err != nil {
			t.Error(err)
			continue
		}
		p, err := n.Problem()
		if err != nil {
			t.Error(err)
			continue
		}
		info, err := p.Info()
		if generate, solve := n.Commands(); err != nil || generate != want.generate || solve != want.solve || !strings.HasPrefix(info.Problem, want.problem) && want.problem != "function" {
			t.Errorf("%s: %q, %q, %s (%v)", text, generate, solve, info.Problem, err)
		}
	}
	for _, text := range []string{"uniform:10:x", "rastrigin:10:1", "uniform:1:2:3"} {
		if _, err := ParseName(text); err == nil {
			t.Errorf("%s was accepted", text)
		}
	}
	for _, text := range []string{"uniform:x", "perceptron:7", "uniform:-1", "rastrigin:0"} {
		n, err := ParseName(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := n.Problem(); err == nil {
			t.Errorf("%s was generated", text)
		}
	}
	for _, text := range []string{"uniform", "stops.csv", "c:/stops.csv"} {
		if IsName(text) {
			t.Errorf("%s is taken for a generated instance", text)
		}
	}
}
