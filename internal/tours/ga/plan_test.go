package ga

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Children replace only losers, each child replaces a different one, and no gene is a parent twice.
func TestCrossingsHavePlacesOfTheirOwn(t *testing.T) {
	for genes := 3; genes <= 70; genes++ {
		for _, groups := range []int{1, 2, 3, 8} {
			for _, crossover := range []string{"scx", "bcscx", "arx", "hybrid"} {
				p := Paper(10)
				if p.Genes, p.Groups, p.Crossover = genes, groups, crossover; p.Validate() != nil {
					continue
				}
				checkPlaces(t, newPlan(p, 10, 1))
			}
		}
	}
}

func checkPlaces(t *testing.T, p *plan) {
	t.Helper()
	replaced, mates := make([]int, p.Genes), make([]int, p.Genes)
	group := func(gene int32) int { return slices.IndexFunc(p.first, func(f int32) bool { return f > gene }) - 1 }
	for _, c := range p.crossings(3) {
		replaced[c.Child]++
		for _, parent := range c.Parents {
			g := group(parent)
			if g != group(c.Child) || parent >= p.first[g]+(p.first[g+1]-p.first[g]+1)/2 {
				t.Fatalf("%d genes in %d groups: %+v: a parent is no winner of the group", p.Genes, p.Groups, c)
			}
			mates[parent]++
		}
	}
	for gene := range p.Genes {
		if replaced[gene] > 1 || replaced[gene] > 0 && mates[gene] > 0 || mates[gene] > 2 {
			t.Fatalf("%d genes in %d groups: gene %d is replaced %d times and mates %d times", p.Genes, p.Groups, gene, replaced[gene], mates[gene])
		}
	}
}

// Children are at the places of the paper [GA16 §3.3], for m = 8 and for numbers that are not
// divisible by four.
func TestPlacesOfThePaper(t *testing.T) {
	for _, c := range []struct {
		genes         int
		crossover     string
		first, second []int32
	}{
		{8, "bcscx", []int32{4, 5}, nil},
		{8, "arx", []int32{4, 5}, []int32{6, 7}},
		{8, "hybrid", []int32{4, 5}, []int32{6, 7}},
		{9, "arx", []int32{5, 6}, []int32{7, 8}},
		{10, "arx", []int32{5, 6}, []int32{8, 9}},
		{11, "arx", []int32{6, 7, 8}, []int32{9, 10}},
		{7, "arx", []int32{4, 5}, []int32{6}},
		{3, "arx", []int32{2}, nil},
	} {
		p := Paper(10)
		p.Genes, p.Crossover = c.genes, c.crossover
		var places []int32
		for _, x := range newPlan(p, 10, 1).crossings(0) {
			places = append(places, x.Child)
		}
		if want := slices.Concat(c.first, c.second); !slices.Equal(places, want) {
			t.Errorf("%d genes, %s: children at %v, want %v", c.genes, c.crossover, places, want)
		}
	}
}

// Each rule creates half of the children of a hybrid [GA16 §4].
func TestHybridIsHalfAndHalf(t *testing.T) {
	count := map[Crossover]int{}
	for _, c := range newPlan(Paper(10), 10, 1).crossings(0) {
		count[c.Crossover]++
	}
	if count[BCSCX] != 512 || count[ARX] != 512 {
		t.Errorf("children of 2,048 genes: %v", count)
	}
}

// An arrangement loses no gene and leaves each gene in its group.
func TestArrangementsStayInGroups(t *testing.T) {
	for _, rivals := range []string{"next", "random"} {
		p := Paper(10)
		p.Genes, p.Groups, p.Rivals = 29, 3, rivals
		plan := newPlan(p, 10, 1)
		order := plan.order(5)
		for g, from := range plan.first[:p.Groups] {
			part := slices.Sorted(slices.Values(order[from:plan.first[g+1]]))
			for i, gene := range part {
				if gene != from+int32(i) {
					t.Fatalf("%s, group %d: %v", rivals, g, part)
				}
			}
		}
		if slices.IsSorted(order) {
			t.Errorf("%s: nothing moves", rivals)
		}
	}
	if order := newPlan(Paper(10), 10, 1).order(0); order != nil {
		t.Error("the paper's rivals need no arrangement")
	}
}

// With Rivals set to "next", neighbours compete: gene 2j and gene 2j + 1.
func TestNextArrangesNeighbours(t *testing.T) {
	p := Paper(10)
	p.Genes, p.Rivals = 7, "next"
	if got, want := newPlan(p, 10, 1).order(0), []int32{0, 2, 4, 6, 1, 3, 5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func drawLengths(t *rapid.T, count int) []int64 {
	return rapid.SliceOfN(rapid.Int64Range(1, 9), count, count).Draw(t, "lengths")
}

// The best gene of each group never mutates. Reversals start after place 0.
func TestReversals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Paper(10)
		p.Genes, p.Groups, p.Mutation, p.Edges = 20, 3, 0.5, 2
		n := rapid.IntRange(1, 12).Draw(t, "n")
		plan, lengths := newPlan(p, n, rapid.Uint64().Draw(t, "seed")), drawLengths(t, 20)
		all := plan.reversals(plan.best(lengths), 0, p.Genes, 0)
		if n < 4 && len(all) > 0 {
			t.Fatalf("%d cities mutate: %v", n, all)
		}
		for _, v := range all {
			if v.From < 1 || v.From >= v.To || int(v.To) >= n {
				t.Fatalf("%d cities: %+v", n, v)
			}
			for g, from := range plan.first[:p.Groups] {
				if v.Gene == fittest(lengths, from, plan.first[g+1]) {
					t.Fatalf("the best of group %d mutates", g)
				}
			}
		}
	})
}

// About the requested share of genes mutates.
func TestShareOfMutations(t *testing.T) {
	p := Paper(10)
	p.Mutation, p.Edges = 0.1, 3
	plan := newPlan(p, 100, 1)
	got := len(plan.reversals(plan.best(make([]int64, p.Genes)), 0, p.Genes, 0))
	if want := 614; got < want*8/10 || got > want*12/10 || got%3 != 0 {
		t.Errorf("%d pairs of edges in 2,048 genes, want about %d", got, want)
	}
}

// Each group sends its best gene to another group. A replaced gene is never the best of its group,
// never copied, and never replaced twice.
func TestTransfers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Paper(10)
		p.Genes, p.Groups, p.Period = 24, rapid.IntRange(2, 8).Draw(t, "groups"), 5
		p.Replaces = rapid.SampledFrom([]string{"worst", "random"}).Draw(t, "replaces")
		plan, lengths := newPlan(p, 10, rapid.Uint64().Draw(t, "seed")), drawLengths(t, 24)
		if early := plan.transfers(lengths, 3); early != nil {
			t.Fatalf("an exchange after four generations of five: %v", early)
		}
		all := plan.transfers(lengths, 4)
		if len(all) == 0 || len(all) > p.Groups {
			t.Fatalf("%d groups, %d transfers", p.Groups, len(all))
		}
		to := map[int32]bool{}
		for _, x := range all {
			if to[x.To] {
				t.Fatalf("gene %d is replaced twice", x.To)
			}
			to[x.To] = true
		}
		for g, from := range plan.first[:p.Groups] {
			if best := fittest(lengths, from, plan.first[g+1]); to[best] {
				t.Fatalf("the best of group %d is replaced", g)
			}
		}
	})
}

// The first transfer to a group replaces its worst gene, and the second replaces the second worst.
func TestTheWorstMakesRoom(t *testing.T) {
	p := Paper(10)
	p.Genes, p.Groups = 4, 1
	plan := newPlan(p, 10, 1)
	lengths := []int64{3, 9, 1, 5}
	for i, want := range []int32{1, 3, 0, -1} {
		before := map[int32]bool{}
		for _, gene := range []int32{1, 3, 0}[:i] {
			before[gene] = true
		}
		if got := plan.replaced(lengths, 0, before, nil); got != want {
			t.Errorf("after %v gene %d makes room, want %d", before, got, want)
		}
	}
}

func TestGroupsNeedThreeGenes(t *testing.T) {
	p := Paper(10)
	p.Genes, p.Groups = 14, 5
	if p.Validate() == nil {
		t.Error("5 groups of 14 genes are accepted")
	}
	p.Groups = 4
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}
