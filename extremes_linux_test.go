//go:build !race

package tourmaline_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Every parameter of every algorithm has its smallest and its largest allowed value, and values
// above the size of the instance, on a tiny and on a larger instance of every problem. The search
// ends at most 0.2 s after its time limit with a solution that the referee accepts, or New rejects
// the value and states a limit, and the search holds its time limit with that value.
// TOURMALINE_LARGEST=1 adds instances, longer runs and random pairs of parameters (make overrun);
// other numbers select other pairs.
func TestTimeLimitsHoldForExtremeParameters(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30)) // the limits are then lower
	limits, pairs := [2]time.Duration{2 * time.Millisecond, 12 * time.Millisecond}, 0
	seed, err := strconv.ParseUint(os.Getenv("TOURMALINE_LARGEST"), 10, 64)
	if err == nil {
		limits, pairs = [2]time.Duration{20 * time.Millisecond, time.Second}, 20
	}
	runs, rejected := 0, 0
	for _, c := range extremeCases(t, pairs > 0) {
		for i, a := range c.algorithms(t) {
			t.Run(fmt.Sprintf("%d %s/%s", c.n, c.name, a.Name), func(t *testing.T) {
				values, random := c.extremes(t, a), rng.At(seed, uint32(c.n), uint32(i))
				for range pairs {
					values = append(values, pair(values, &random))
				}
				for _, params := range values {
					if runs++; !c.run(t, tourmaline.Config{Algorithm: a.Name, Params: params}, limits) {
						rejected++
					}
				}
			})
		}
	}
	t.Logf("%d runs, %d of them rejected", runs, rejected)
}

// An extremeCase is a problem of size n.
type extremeCase struct {
	name    string
	n       int
	problem tourmaline.Problem
	rejects []string // algorithms that reject the problem
}

// extremeCases returns tiny and larger instances of every problem.
func extremeCases(t *testing.T, all bool) []extremeCase {
	t.Helper()
	exact, oneWay := []string{"exact"}, []string{"exact", "faco", "eax", "eax13"}
	function := must(continuous.Find("rastrigin"))
	cases := []extremeCase{
		{"cities", 8, tourmaline.Tours(must(tsp.Generate(tsp.Uniform, 8, 1))), nil},
		{"cities", 1000, tourmaline.Tours(must(tsp.Generate(tsp.Uniform, 1000, 1))), exact},
		{"one-way", 5, tourmaline.Tours(matrix(5, 100)), oneWay},
		{"qap", 4, tourmaline.Assignments(facilities(4, true)), nil},
		{"qap", 50, tourmaline.Assignments(facilities(50, false)), nil},
		{"perceptron", 5, tourmaline.Perceptrons(perceptronOf(t, 5)), nil},
		{"perceptron", 51, tourmaline.Perceptrons(perceptronOf(t, 51)), nil},
		{"maxcut", 6, tourmaline.Cut(vertices(6, 9)), nil},
		{"maxcut", 500, tourmaline.Cut(vertices(500, 2000)), nil},
		{"colouring", 7, tourmaline.Colouring(must(colouring.Generate(7, 9, 3, 1))), nil},
		{"colouring", 300, tourmaline.Colouring(must(colouring.Generate(300, 2000, 10, 1))), nil},
		{"function", 2, tourmaline.Minimum(must(continuous.New(function, 2))), nil},
		{"function", 50, tourmaline.Minimum(must(continuous.New(function, 50))), nil},
	}
	if !all {
		return cases
	}
	return append(cases, []extremeCase{
		{"cities", 3, tourmaline.Tours(must(tsp.Generate(tsp.Uniform, 3, 1))), nil},
		{"path", 7, tourmaline.Tours(must(must(tsp.Generate(tsp.Clustered, 7, 1)).Path(-1, -1))), nil},
		{"one-way", 200, tourmaline.Tours(matrix(200, 100)), oneWay},
		{"cities", 20_000, tourmaline.Tours(must(tsp.Generate(tsp.Clustered, 20_000, 1))), append(exact, "mmas20", "acs", "acs-alt", "acs16-alt")},
		{"qap", 256, tourmaline.Assignments(facilities(256, true)), nil},
	}...)
}

func perceptronOf(t *testing.T, n int) *perceptron.Instance {
	t.Helper()
	in, _, err := perceptron.Generate(n, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// algorithms returns the algorithms that accept the problem.
func (c extremeCase) algorithms(t *testing.T) []tourmaline.AlgorithmInfo {
	t.Helper()
	return slices.DeleteFunc(algorithms(t, c.problem), func(a tourmaline.AlgorithmInfo) bool {
		return slices.Contains(c.rejects, a.Name)
	})
}

// extremes returns the runs of an algorithm in which one parameter has an extreme value.
func (c extremeCase) extremes(t *testing.T, a tourmaline.AlgorithmInfo) (all []map[string]string) {
	t.Helper()
	for _, p := range a.Params {
		values := p.Choices
		switch {
		case p.Type == "integer" || p.Type == "number":
			values = numbers(p, c.n)
		case p.Type == "boolean":
			values = []string{"false", "true"}
		case p.Name == "members":
			for _, member := range c.algorithms(t) {
				values = append(values, member.Name)
			}
			values = append(values, strings.Repeat(values[0]+",", 999)+values[0])
		case len(values) == 0:
			t.Fatalf("parameter %s of %s is a text: this test must list values for it", p.Name, a.Name)
		}
		for _, value := range values {
			all = append(all, map[string]string{p.Name: value})
		}
	}
	return all
}

// numbers returns the smallest and the largest value of a parameter and integers above n.
func numbers(p tourmaline.ParamInfo, n int) []string {
	low, high := -math.MaxFloat64, math.MaxFloat64
	if p.Min != nil {
		low = *p.Min
	}
	if p.Max != nil {
		high = *p.Max
	}
	if p.Type == "number" {
		if p.ExclusiveMin {
			low = math.Nextafter(low, high)
		}
		if p.ExclusiveMax {
			high = math.Nextafter(high, low)
		}
		return []string{strconv.FormatFloat(low, 'g', -1, 64), strconv.FormatFloat(high, 'g', -1, 64)}
	}
	all := []string{wholeNumber(low), wholeNumber(high)}
	for _, above := range []int{n + 1, 2 * n} {
		if x := float64(above); x > low && x < high {
			all = append(all, strconv.Itoa(above))
		}
	}
	return all
}

// wholeNumber returns a whole number, or the nearest int, as text.
func wholeNumber(x float64) string {
	switch {
	case x >= math.MaxInt:
		return strconv.Itoa(math.MaxInt)
	case x <= math.MinInt:
		return strconv.Itoa(math.MinInt)
	}
	return strconv.Itoa(int(x))
}

// pair joins the parameters of two random runs.
func pair(all []map[string]string, random *rng.Stream) map[string]string {
	joined := map[string]string{}
	for range 2 {
		for name, value := range all[random.IntN(int32(len(all)))] {
			joined[name] = value
		}
	}
	return joined
}

// run makes a run and reports whether New accepts it. If New rejects a value and states a limit,
// run makes another run with the limit.
func (c extremeCase) run(t *testing.T, cfg tourmaline.Config, limits [2]time.Duration) (accepted bool) {
	t.Helper()
	const most = 200 * time.Millisecond
	var w *watched
	late := testkit.Quickest(most, func() time.Duration {
		w = watch(t, c.problem, cfg, limits)
		return max(w.begin, w.longest+w.end)
	})
	if late > most {
		t.Errorf("%v: %v to begin, %v without a look at the context, and %v to end, want at most %v. The look after the longest time:\n%s",
			cfg.Params, w.begin, w.longest, w.end, most, w.where)
	}
	if w.rejection == nil {
		return true
	}
	var wrong *tourmaline.ParamError
	if !errors.As(w.rejection, &wrong) && !errors.Is(w.rejection, memory.ErrExceeded) {
		t.Errorf("%v: %v, expected an error that names a parameter", cfg.Params, w.rejection)
	}
	for name, value := range cfg.Params {
		stated := regexp.MustCompile(`at most (\d+)( ` + name + `\b|: ` + name + `=)`).FindStringSubmatch(w.rejection.Error())
		if len(stated) > 1 && stated[1] != value {
			cfg.Params[name] = stated[1]
			c.run(t, cfg, limits)
		}
	}
	return false
}
