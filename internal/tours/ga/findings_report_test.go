package ga

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// errorsAfter returns the errors of all runs after the given generation.
func errorsAfter(all []course, generation int) (errors []float64) {
	for _, c := range all {
		errors = append(errors, c[generation])
	}
	return errors
}

func mean(sample []float64) float64 {
	sum := 0.0
	for _, v := range sample {
		sum += v
	}
	return sum / float64(len(sample))
}

// spread returns the mean of a sample with its minimum and maximum, as text.
func spread(sample []float64) string {
	if len(sample) == 1 {
		return fmt.Sprintf("%.4f", sample[0])
	}
	return fmt.Sprintf("%.4f (%.4f to %.4f)", mean(sample), slices.Min(sample), slices.Max(sample))
}

// heading prints the header rows of a table.
func heading(cells ...any) {
	fmt.Println() // go test has printed the benchmark name on this line
	row(cells...)
	fmt.Println("|" + strings.Repeat("---|", len(cells)))
}

// cited is a number from the paper, printed with the paper's precision.
type cited float64

// row prints a table row. Numbers of type float64, which are our results, have four decimals.
func row(cells ...any) {
	for _, c := range cells {
		if v, ok := c.(float64); ok {
			c = strconv.FormatFloat(v, 'f', 4, 64)
		}
		fmt.Printf("| %v ", c)
	}
	fmt.Println("|")
}

// against prints the means of two samples and the p-value of the rank-sum test.
func against(b *testing.B, what, first, second string, x, y []float64) {
	if len(x) < 3 || len(y) < 3 {
		fmt.Printf("\n%s, %s against %s: %.4f and %.4f, too few runs for a test\n", what, first, second, mean(x), mean(y))
		return
	}
	_, p, err := stats.RankSum(x, y)
	if err != nil {
		b.Fatal(err)
	}
	fmt.Printf("\n%s, %s against %s: %.4g and %.4g, p = %.2g\n", what, first, second, mean(x), mean(y), p)
}

// peakMemory returns the peak memory usage of this process in MB, or NaN if it is unknown.
func peakMemory() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return math.NaN()
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.ParseFloat(strings.Fields(rest + " ?")[0], 64)
	if err != nil {
		return math.NaN()
	}
	return kilobytes / 1024
}

// A search with a precomputed pool has the same genes as a search that computes the pool.
func TestPoolsMadeBefore(t *testing.T) {
	in := generate(t, tsp.Uniform, 50)
	lists, err := near.Quadrant(t.Context(), in, 2, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := &subject{in: in, lists: lists, optimum: 1}
	p := with(20, 2, "hybrid", func(p *Params) { p.Pool, p.Distinct = "2opt", 6 })
	first := NewReference(in, p, 1)
	made, err := s.newPopulation(t.Context(), p, 1, first, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.pools = [][]tsp.Tour{first.genes[:6]}
	p.Pool, p.Distinct = "random", 0
	got, err := s.newPopulation(t.Context(), p, 1, NewReference(in, p, 1), 1)
	if err != nil || !got.Populated() || !slices.Equal(got.lengths, made.lengths) {
		t.Errorf("lengths %v, expected %v: %v", got.lengths, made.lengths, err)
	}
}

func TestCourses(t *testing.T) {
	c := course{0.5, 0.3, 0.3, 0.1, 0.05, 0.05}
	if got := c.below(0.1); got != 4 {
		t.Errorf("below 0.1 after %d generations, expected 4", got)
	}
	if got := c.below(0.01); got != mostGenerations {
		t.Errorf("never below 0.01, but after %d", got)
	}
	if generations, never := whereReached([]float64{3, mostGenerations, 6}); generations != "4.5" || never != 1 {
		t.Errorf("%s generations and %d never, expected 4.5 and 1", generations, never)
	}
	if early, late := meanRecords([]course{c}, 0, 3), meanRecords([]course{c}, 3, 5); early != 2 || late != 1 {
		t.Errorf("%v and %v records, expected 2 and 1", early, late)
	}
}
