package ga

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// convergence tracks the evolution of a random pool [GA16 Figs. 5 and 6]. A record is a generation
// that finds a better gene than all earlier ones.
func convergence(b *testing.B) {
	s := published(b, "vlsi/xqg237")
	eachSetting(b, func(b *testing.B, p Params) {
		heading("error after", 10, 25, 50, 100, 150, "records in 1-50", "51-100", "101-150", "paper, 150")
		last := map[string][]float64{}
		for _, crossover := range compared() {
			p.Crossover = crossover
			all := s.runs(b, p, 10, generations(150))
			cells := []any{crossover}
			for _, generation := range []int{10, 25, 50, 100, 150} {
				cells = append(cells, mean(errorsAfter(all, generation)))
			}
			for _, from := range []int{0, 50, 100} {
				cells = append(cells, fmt.Sprintf("%.1f", meanRecords(all, from, from+50)))
			}
			row(append(cells, map[string]string{"hybrid": "0.021"}[crossover])...)
			last[crossover] = errorsAfter(all, 150)
		}
		against(b, "error after 150", "hybrid", "bcscx", last["hybrid"], last["bcscx"])
		against(b, "error after 150", "hybrid", "arx", last["hybrid"], last["arx"])
	})
}

// meanRecords returns the mean number of records in the generations after from, up to and including
// to.
func meanRecords(all []course, from, to int) float64 {
	records := 0
	for _, c := range all {
		for generation := from + 1; generation <= to; generation++ {
			if c[generation] < c[generation-1] { // sufficient, because the best gene is never lost
				records++
			}
		}
	}
	return float64(records) / float64(len(all))
}

// mostGenerations is the number of generations after which a run is abandoned if its error is not
// yet below 0.1.
const mostGenerations = 1000

// generationsNeeded counts the generations needed for an error below 0.1, and reports the error
// after 100 generations [GA16 Table 2].
func generationsNeeded(b *testing.B) {
	b.Run("xqf131", func(b *testing.B) {
		compareSpeed(b, "xqf131", 100, [][2]cited{{35.54, 0.041}, {67.45, 0.008}, {26.40, 0.019}})
	})
	b.Run("xql662", func(b *testing.B) {
		compareSpeed(b, "xql662", 10, [][2]cited{{71.21, 0.057}, {532.42, 0.058}, {54.23, 0.021}})
	})
}

func compareSpeed(b *testing.B, name string, runs int, paper [][2]cited) {
	s := published(b, "vlsi/"+name)
	enough := func(c course) bool {
		return len(c) > 100 && (c[len(c)-1] < 0.1 || len(c) > mostGenerations)
	}
	eachSetting(b, func(b *testing.B, p Params) {
		heading(name, "runs", "generations to 0.1", "never", "error after 100", "paper: generations", "error")
		needed, errors := map[string][]float64{}, map[string][]float64{}
		for i, crossover := range compared() {
			p.Crossover = crossover
			all := s.runs(b, p, runs, enough)
			for _, c := range all {
				needed[crossover] = append(needed[crossover], float64(c.below(0.1)))
			}
			generations, never := whereReached(needed[crossover])
			errors[crossover] = errorsAfter(all, 100)
			row(crossover, len(all), generations, never, spread(errors[crossover]), paper[i][0], paper[i][1])
		}
		for _, other := range []string{"bcscx", "arx"} {
			against(b, "generations", "hybrid", other, needed["hybrid"], needed[other])
			against(b, "error after 100", "hybrid", other, errors["hybrid"], errors[other])
		}
	})
}

// below returns the first generation with an error below the limit, or mostGenerations, which is
// the highest rank, if there is no such generation.
func (c course) below(limit float64) int {
	for generation, e := range c {
		if e < limit {
			return generation
		}
	}
	return mostGenerations
}

// whereReached returns the mean number of generations of the completed runs, and the number of
// abandoned runs.
func whereReached(needed []float64) (generations string, never int) {
	reached := slices.DeleteFunc(slices.Clone(needed), func(v float64) bool { return v == mostGenerations })
	if len(reached) == 0 {
		return "-", len(needed)
	}
	return fmt.Sprintf("%.1f", mean(reached)), len(needed) - len(reached)
}

// unsaidValues tries values that the paper does not state: the share of genes that mutate, the
// number of edge exchanges, the period at which groups exchange genes, and the gene that is
// replaced.
func unsaidValues(b *testing.B) {
	s := published(b, "vlsi/xql662")
	mutation := func(v float64) func(*Params) { return func(p *Params) { p.Mutation = v } }
	groups := func(period int, replaces string) func(*Params) {
		return func(p *Params) { p.Groups, p.Period, p.Replaces = 8, period, replaces }
	}
	tried := []setting{
		{"mutation 0", mutation(0)}, {"mutation 0.02", mutation(0.02)}, {"mutation 0.1, edges 1", mutation(0.1)}, {"mutation 0.3", mutation(0.3)},
		{"edges 3", func(p *Params) { p.Edges = 3 }},
		{"8 groups, period 5", groups(5, "worst")}, {"8 groups, period 20, worst", groups(20, "worst")}, {"8 groups, period 100", groups(100, "worst")},
		{"8 groups, period 20, random", groups(20, "random")},
	}
	eachSetting(b, func(b *testing.B, p Params) {
		heading("xql662, hybrid", "error after 50", "100", "150")
		for _, t := range tried {
			q := p
			t.change(&q)
			all := s.runs(b, q, 5, generations(150))
			row(t.name, mean(errorsAfter(all, 50)), mean(errorsAfter(all, 100)), spread(errorsAfter(all, 150)))
		}
	})
}

// swappedPools starts with the pool of the authors' program. Each gene is the order in the file
// after n/2 swaps, so about a third of the cities are still in their place.
func swappedPools(b *testing.B) {
	for _, name := range []string{"xqf131", "xql662"} {
		b.Run(name, func(b *testing.B) {
			s := published(b, "vlsi/"+name)
			for seed := range fromEnvironment("TOURMALINE_RUNS", 5) {
				s.pools = append(s.pools, s.swapped(uint64(seed+1), Paper(0).Genes))
			}
			eachSetting(b, func(b *testing.B, p Params) {
				heading(name, "runs", "pool", "generations to 0.1", "never by 100", "error after 100")
				for _, crossover := range compared() {
					p.Crossover = crossover
					all := s.runs(b, p, len(s.pools), generations(100))
					var needed []float64
					for _, c := range all {
						needed = append(needed, float64(c.below(0.1)))
					}
					reached, never := whereReached(needed)
					row(crossover, len(all), mean(errorsAfter(all, 0)), reached, never, spread(errorsAfter(all, 100)))
				}
			})
		})
	}
}

// swapped returns genes in the order of the file, with some cities swapped.
func (s *subject) swapped(seed uint64, count int) []tsp.Tour {
	random := rng.At(seed, forKicks, 0)
	genes := make([]tsp.Tour, count)
	for i := range genes {
		t := slices.Clone(s.file)
		for range len(t) / 2 {
			a, b := random.IntN(int32(len(t))), random.IntN(int32(len(t)))
			t[a], t[b] = t[b], t[a]
		}
		genes[i] = t
	}
	return genes
}
