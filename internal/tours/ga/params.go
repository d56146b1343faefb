package ga

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// Params holds the parameters of a genetic algorithm.
type Params struct {
	Genes     int     `json:"genes" range:"3..1000000" usage:"number of genes in all groups; a gene is a tour"`
	Groups    int     `json:"groups" range:"1..100000" usage:"number of groups of genes, which evolve separately"`
	Crossover string  `json:"crossover" choices:"scx,bcscx,arx,hybrid" usage:"how two genes make a child: scx (by the next city of either gene), bcscx (by the next or previous city of either gene), arx (by the next or previous city of one gene at a time) or hybrid (half bcscx, half arx)"`
	Rivals    string  `json:"rivals" choices:"half,next,random" usage:"which genes compete: half (genes j and j + m/2 of m), next (neighbours) or random"`
	Winners   string  `json:"winners" choices:"copy,swap" usage:"what happens to the winner of a competition that is not at the first place of the pair: copy (it replaces the loser and also stays at its place) or swap (it changes places with the loser, which stays in the pool)"`
	Mutation  float64 `json:"mutation" range:"0..1" usage:"share of the genes that mutate in a generation, except the best of each group"`
	Edges     int     `json:"edges" range:"1..1000" usage:"number of edge pairs that a mutation exchanges"`
	Period    int     `json:"period" range:"0..1000000000" usage:"generations between exchanges of genes among groups; 0: never"`
	Replaces  string  `json:"replaces" choices:"worst,random" usage:"which gene of a group is replaced by the best gene of a different group"`

	Pool     string  `json:"pool" choices:"random,greedy,2opt,lk" usage:"first genes: random, greedy (with random edge lengths), 2opt (children of random genes, improved by 2-opt) or lk (greedy genes, improved by Lin-Kernighan)"`
	Distinct int     `json:"distinct" range:"0..1000000" usage:"number of different genes in the pool; the others are copies; 0: all genes differ"`
	Effort   float64 `json:"effort" range:"0..1000" usage:"limit on local search in the pool, in processed cities per city of the instance; 0: until a local optimum"`

	LocalSearch string  `json:"localsearch" choices:"none,2opt,oropt,3opt,lk" usage:"local search in every generation: none, 2opt, oropt, 3opt or lk (Lin-Kernighan); segment exchange on asymmetric instances"`
	Improves    string  `json:"improves" choices:"children,best" usage:"what local search improves: children (all of them) or best (the best gene of each group)"`
	Rounds      float64 `json:"rounds" range:"0..1000" usage:"kicks per city after local search of a gene; each is undone if it makes the tour longer"`
}

// Paper returns the parameters of [GA16 §4] for a pool of random genes.
//
// The paper says that a small fraction of genes mutates. The authors' program, which the paper
// links to, mutates a tenth of the genes, exchanges one pair of edges, and does not change the best
// gene of a group.
//
// Deviation: in the paper, groups exchange genes "periodically"; in the program, they never do.
// Here they exchange genes every 20 generations. Neither source says which gene is replaced; here
// it is the worst.
func Paper(int) Params {
	return Params{
		Genes: 2048, Groups: 1, Crossover: "hybrid", Rivals: "half", Winners: "copy", Mutation: 0.1, Edges: 1, Period: 20, Replaces: "worst",
		Pool: "random", LocalSearch: "none", Improves: "children",
	}
}

// Defaults returns parameters for n cities: few genes, all of them local optima.
//
// Deviation: the paper stores the winner at the first place of a pair (§3.2) and does not say what
// becomes of the loser; the authors' program copies the winner. Here the two change places, which
// moves no gene. With 16 genes and two children per pair, children replace all losers, so the
// result is the same. docs/genetic.md compares the two with one child per pair.
func Defaults(n int) Params {
	p := Paper(n)
	p.Genes, p.Rivals, p.Winners, p.Mutation = 16, "random", "swap", 0
	p.Pool, p.LocalSearch, p.Rounds = "lk", "lk", 0.1
	return p
}

// Validate returns an error that lists all invalid parameters.
func (p Params) Validate() error {
	faults := []error{params.Validate(p)}
	if p.Groups > 0 && p.Genes < 3*p.Groups { // two parents and the gene that their child replaces
		faults = append(faults, &params.Error{Name: "groups", Value: strconv.Itoa(p.Groups), Expected: fmt.Sprintf("at most a third of the %d genes", p.Genes)})
	}
	return errors.Join(faults...)
}

// Sizes returns the first gene of each group, followed by the total number of genes. Group sizes
// differ by at most one.
func (p Params) Sizes() []int32 {
	first := make([]int32, p.Groups+1)
	for g := range first {
		first[g] = int32(int64(g) * int64(p.Genes) / int64(p.Groups))
	}
	return first
}

// Copies reports whether the winner of a competition is copied to the place of the loser.
func (p Params) Copies() bool { return p.Winners == "copy" }

// crossings returns the crossover rules for the one or two children of a pair.
func (p Params) crossings() []Crossover {
	switch p.Crossover {
	case "scx":
		return []Crossover{SCX}
	case "bcscx":
		return []Crossover{BCSCX}
	case "arx":
		return []Crossover{ARX, ARX}
	}
	return []Crossover{BCSCX, ARX}
}

// distinct returns the number of different genes in the pool.
func (p Params) distinct() int {
	if p.Distinct == 0 {
		return p.Genes
	}
	return min(p.Distinct, p.Genes)
}
