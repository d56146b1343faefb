package genes

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// params returns the paper's parameters with the given numbers of genes and groups, which are the
// parameters that an engine uses.
func params(genes, groups int) ga.Params {
	p := ga.Paper(0)
	p.Genes, p.Groups = genes, groups
	return p
}

// A pair consists of an engine on a device and a reference engine with the same genes.
type pair struct {
	in        *tsp.Instance
	params    ga.Params
	device    ga.Engine
	reference *ga.Reference
	random    rng.Stream
}

// newPair returns engines with random genes. how modifies the plan.
func newPair(t testing.TB, d *cl.Device, in *tsp.Instance, p ga.Params, how func(*plan)) *pair {
	t.Helper()
	plan := must(newPlan(d.Info(), d.Used(), in, p))
	if how != nil {
		how(plan)
	}
	e, err := newEngine(t.Context(), d, plan)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &pair{in: in, params: p, device: e, reference: ga.NewReference(in, p, 2), random: rng.At(5, uint32(in.N()), uint32(p.Genes))}
	for gene := range p.Genes {
		tour := start.Random(in.N(), uint64(gene))
		c.both(t, func(e ga.Engine) error { return e.Put(gene, tour) })
	}
	return c
}

// both performs the same operation on the device and on the reference.
func (c *pair) both(t testing.TB, do func(e ga.Engine) error) {
	t.Helper()
	for _, e := range []ga.Engine{c.device, c.reference} {
		if err := do(e); err != nil {
			t.Fatal(err)
		}
	}
}

// all reads the genes and lengths of an engine.
func (c *pair) all(t *testing.T, e ga.Engine) (genes []tsp.Tour, lengths []int64) {
	t.Helper()
	genes, lengths = make([]tsp.Tour, c.params.Genes), make([]int64, c.params.Genes)
	for i := range genes {
		genes[i] = make(tsp.Tour, c.in.N())
		if err := e.Gene(i, genes[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Lengths(t.Context(), lengths); err != nil {
		t.Fatal(err)
	}
	return genes, lengths
}

// equal compares all genes and their lengths.
func (c *pair) equal(t *testing.T, what string) {
	t.Helper()
	got, gotLengths := c.all(t, c.device)
	want, wantLengths := c.all(t, c.reference)
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Fatalf("%s, %d cities, gene %d of %d: %v, want %v", what, c.in.N(), i, len(want), got[i], want[i])
		}
		if gotLengths[i] != wantLengths[i] {
			t.Fatalf("%s, %d cities, gene %d of %d: length %d, want %d", what, c.in.N(), i, len(want), gotLengths[i], wantLengths[i])
		}
	}
}

// generation performs and compares the operations of a generation, each with random arguments.
func (c *pair) generation(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	order := c.order()
	c.both(t, func(e ga.Engine) error { return e.Arrange(ctx, order) })
	c.equal(t, "arranged")
	c.both(t, func(e ga.Engine) error { return e.Compete(ctx) })
	c.equal(t, "compete_genes")
	crossings := c.crossings()
	c.both(t, func(e ga.Engine) error {
		done, err := e.Cross(ctx, crossings)
		if err == nil && done != len(crossings) {
			err = fmt.Errorf("%d children of %d are complete", done, len(crossings))
		}
		return err
	})
	c.equal(t, "link_parents, cross_genes, measure_genes")
	reversals := c.reversals()
	c.both(t, func(e ga.Engine) error { return e.Mutate(ctx, reversals) })
	c.equal(t, "reverse_stretch, measure_genes")
	transfers := c.transfers()
	c.both(t, func(e ga.Engine) error { return e.Copy(ctx, transfers) })
	c.equal(t, "copy_genes")
}

// order returns a random order of the genes.
func (c *pair) order() []int32 {
	order := make([]int32, c.params.Genes)
	for i := range order {
		order[i] = int32(i)
	}
	c.random.Shuffle(order)
	return order
}

// crossings pairs the genes in the first half of each group, for children by all crossover rules.
func (c *pair) crossings() (all []ga.Crossing) {
	first, n := c.params.Sizes(), int32(c.in.N())
	for g, from := range first[:len(first)-1] {
		parents := (first[g+1] - from + 1) / 2
		for child := from + parents; child < first[g+1]; child++ {
			a, b := c.random.IntN(n), c.random.IntN(n)
			all = append(all, ga.Crossing{
				Crossover: ga.Crossover(c.random.IntN(3)), Parents: [2]int32{from + c.random.IntN(parents), from + c.random.IntN(parents)},
				Child: child, First: c.random.IntN(2), Switch: [2]int32{min(a, b), max(a, b)},
			})
		}
	}
	return all
}

// reversals returns up to three reversals for every third gene.
func (c *pair) reversals() (all []ga.Reversal) {
	n := int32(c.in.N())
	for gene := c.random.IntN(3); gene < int32(c.params.Genes) && n > 1; gene += 3 {
		for range 1 + c.random.IntN(3) {
			a, b := 1+c.random.IntN(n-1), 1+c.random.IntN(n-1)
			all = append(all, ga.Reversal{Gene: gene, From: min(a, b), To: max(a, b)})
		}
	}
	return all
}

// transfers copies some of the first genes over some of the last genes.
func (c *pair) transfers() (all []ga.Transfer) {
	genes := int32(c.params.Genes)
	for i := range 1 + c.random.IntN(genes/2) {
		all = append(all, ga.Transfer{From: c.random.IntN(genes / 2), To: genes - 1 - i})
	}
	return all
}

// run compares several generations.
func (c *pair) run(t *testing.T, generations int) {
	t.Helper()
	c.equal(t, "put_gene, get_gene")
	for range generations {
		c.generation(t)
	}
}

// hows contains variations of the plan that must not affect the genes.
var hows = map[string]func(*plan){
	"as planned":             nil,
	"place-major":            func(p *plan) { p.placeMajor = true },
	"gene-major":             func(p *plan) { p.placeMajor = false },
	"one place a launch":     func(p *plan) { p.chunk = 1 },
	"place-major, in chunks": func(p *plan) { p.placeMajor, p.chunk, p.children = true, 7, min(p.children, 3) },
	"one child a flight":     func(p *plan) { p.children = 1 },
	"flights, in chunks":     func(p *plan) { p.chunk, p.children = 10, min(p.children, 2) },
	"streamed":               func(p *plan) { p.resident, p.children = false, min(p.children, 3) },
	"streamed, place-major":  func(p *plan) { p.resident, p.placeMajor, p.chunk = false, true, 5 },
}

// emulated reports whether a device is Mesa's, on which launches and transfers are slow.
func emulated(d *cl.Device) bool { return d.Info().Platform == "rusticl" }

// group is the work-group size around which the instance sizes are chosen.
const group = 32

// cityCounts returns the numbers of cities to test.
func cityCounts(d *cl.Device) []int {
	switch {
	case cltest.Simulated(d):
		return []int{1, 2, 3, 9}
	case emulated(d):
		return []int{1, 2, 4, 5, group + 1}
	}
	return []int{1, 2, 3, 4, 5, group - 1, group, group + 1, 5*group + 3}
}

// Every kernel produces the same output as the reference for every plan, with one group and with
// several, of odd and even sizes.
func TestEqualsTheReference(t *testing.T) {
	for name, how := range hows {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			d.Demand(cl.Launch{Group: 8, Wave: 16})
			pools := []ga.Params{params(2, 1), params(23, 1), params(24, 1), params(37, 8), params(80, 8)}
			if cltest.Simulated(d) {
				pools = []ga.Params{params(7, 1), params(10, 2)}
			}
			pools[1].Winners = "swap"
			for i, n := range cityCounts(d) {
				// each takes time to compile
				for _, p := range []ga.Params{pools[i%len(pools)], pools[(i+2)%len(pools)]} {
					newPair(t, d, must(tsp.Generate(tsp.Clustered, n, 1)), p, how).run(t, 2)
				}
			}
		})
	}
}

// kinds returns an instance for each method of computing distances on a device.
func kinds(n int) map[string]*tsp.Instance {
	plane := must(tsp.Generate(tsp.Clustered, n, 3))
	points := make([]tsp.Point, n)
	random := rng.At(7, uint32(n), 0)
	for i := range points {
		points[i] = tsp.Point{float64(random.IntN(900)) / 10, float64(random.IntN(900)) / 10}
	}
	return map[string]*tsp.Instance{
		"far":       must(tsp.FromPoints(tsp.Euc2D, far(n))),
		"grid":      must(tsp.FromPoints(tsp.Ceil2D, grid(n))),
		"fractions": must(tsp.FromPoints(tsp.Euclidean, points)),
		"blocks":    must(tsp.FromPoints(tsp.Man2D, grid(n))),
		"globe":     must(tsp.FromPoints(tsp.Haversine, points)),
		"wind": must(tsp.FromFunc(n, false, 1, func(i, j int) int64 { // longer in one direction
			d := plane.Dist(int32(i), int32(j))
			if i < j {
				d += d / 3
			}
			return d
		})),
	}
}

// grid returns points with many equal distances and with coinciding cities.
func grid(n int) []tsp.Point {
	all := make([]tsp.Point, n)
	for i := range all {
		all[i] = tsp.Point{float64(i % 7), float64(i / 7 % 5)}
	}
	return all
}

// far returns points with edges so long that the sum of ten edges needs more than 32 bits.
func far(n int) []tsp.Point {
	all := make([]tsp.Point, n)
	for i := range all {
		all[i] = tsp.Point{float64(i%2)*7e8 + float64(i) + 0.5, float64(i)}
	}
	return all
}

func TestMetricsEqualTheReference(t *testing.T) {
	n, p, generations := 100, params(26, 2), 5
	if cltest.Simulated(cltest.Device(t)) {
		n, p, generations = 9, params(6, 1), 2
	}
	for name, in := range kinds(n) {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			if cltest.Simulated(d) {
				d.Demand(cl.Launch{Group: 3, Wave: 6})
			}
			newPair(t, d, in, p, nil).run(t, generations)
		})
	}
}

// TestTwentyGenerations compares twenty generations on the instances of [GA16 §4] while thread
// control is tuning.
func TestTwentyGenerations(t *testing.T) {
	d := cltest.Device(t)
	if cltest.Simulated(d) {
		t.Skip("every kernel has been seen elsewhere")
	}
	for i, name := range []string{"xqf131", "xqg237", "xql662"} {
		swapped := params(65, 1)
		swapped.Winners = "swap"
		for _, p := range []ga.Params{swapped, params(128, 8)} {
			for _, how := range []string{"as planned", []string{"place-major", "streamed", "streamed, place-major"}[i]} {
				if how != "as planned" && emulated(d) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d groups/%s", name, p.Groups, how), func(t *testing.T) {
					newPair(t, cltest.Device(t), vlsi(t, name), p, hows[how]).run(t, 20)
				})
			}
		}
	}
}

// vlsi reads a VLSI instance.
func vlsi(t testing.TB, name string) *tsp.Instance {
	t.Helper()
	return must(format.ReadFile(filepath.Join(testkit.Data(t), "vlsi", name+".tsp"), format.Options{}))
}
