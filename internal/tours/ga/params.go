package ga

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
)

// Params holds the parameters of a genetic algorithm.
type Params struct {
	Genes     int     `json:"genes" range:"3..1000000" usage:"number of genes, each of which is a tour, in all groups together"`
	Groups    int     `json:"groups" range:"1..100000" usage:"groups of the genes, which evolve apart"`
	Crossover string  `json:"crossover" choices:"scx,bcscx,arx,hybrid" usage:"how a child is made of two genes: scx (the next city of either), bcscx (the next or previous city of either), arx (the next or previous city of one at a time) or hybrid (half bcscx, half arx)"`
	Rivals    string  `json:"rivals" choices:"half,next,random" usage:"which genes compete: half (gene j and gene j + m/2 of m), next (neighbours) or random"`
	Mutation  float64 `json:"mutation" range:"0..1" usage:"share of the genes that mutate in a generation, the best of a group excepted"`
	Edges     int     `json:"edges" range:"1..1000" usage:"pairs of edges that a mutation exchanges"`
	Period    int     `json:"period" range:"0..1000000000" usage:"generations between two exchanges of genes among groups; 0: never"`
	Replaces  string  `json:"replaces" choices:"worst,random" usage:"which gene of a group makes room for the best of another"`

	Pool     string  `json:"pool" choices:"random,greedy,2opt,lk" usage:"first genes: random, greedy (with random lengths of edges), 2opt (children of random genes, improved by 2-opt) or lk (greedy ones, improved by Lin-Kernighan)"`
	Distinct int     `json:"distinct" range:"0..1000000" usage:"different genes in the pool, of which the others are copies; 0: all"`
	Effort   float64 `json:"effort" range:"0..1000" usage:"cities that local search looks at in the pool, per city; 0: until it finds nothing"`

	LocalSearch string  `json:"localsearch" choices:"none,2opt,oropt,3opt,lk" usage:"local search in every generation: none, 2opt, oropt, 3opt or lk (Lin-Kernighan); segment exchange on asymmetric instances"`
	Improves    string  `json:"improves" choices:"children,best" usage:"what local search improves: all children, or the best gene of each group"`
	Rounds      float64 `json:"rounds" range:"0..1000" usage:"kicks per city with which local search of a gene goes on, each undone if it makes the tour longer"`
}

// Paper are the settings of [GA16 §4] for a pool of random genes.
//
// The paper says that a small fraction of genes mutates. The authors' program, whose
// address is in the paper, takes a tenth, exchanges one pair of edges, and leaves the
// best gene of a group as it is.
//
// Deviation: the paper's groups exchange genes "periodically", and the program does not
// at all; here it is every 20 generations. Neither says which gene is replaced; here it
// is the worst.
func Paper(int) Params {
	return Params{
		Genes: 2048, Groups: 1, Crossover: "hybrid", Rivals: "half", Mutation: 0.1, Edges: 1, Period: 20, Replaces: "worst",
		Pool: "random", LocalSearch: "none", Improves: "children",
	}
}

// Defaults suit n cities: few genes, all of them local optima.
func Defaults(n int) Params {
	p := Paper(n)
	p.Genes, p.Rivals, p.Mutation = 16, "random", 0
	p.Pool, p.LocalSearch, p.Rounds = "lk", "lk", 0.1
	return p
}

// Validate returns an error that lists all invalid parameters.
func (p Params) Validate() error {
	faults := []error{params.Validate(p)}
	if p.Groups > 0 && p.Genes < 3*p.Groups { // two parents, and a place for their child
		faults = append(faults, &params.Error{Name: "groups", Value: strconv.Itoa(p.Groups), Expected: fmt.Sprintf("at most a third of the %d genes", p.Genes)})
	}
	return errors.Join(faults...)
}

// Sizes returns where each group begins, and the number of genes at the end. Sizes
// differ by at most one.
func (p Params) Sizes() []int32 {
	first := make([]int32, p.Groups+1)
	for g := range first {
		first[g] = int32(int64(g) * int64(p.Genes) / int64(p.Groups))
	}
	return first
}

// crossings are the rules for the two children of a pair; one may be missing.
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

// distinct is the number of different genes in the pool.
func (p Params) distinct() int {
	if p.Distinct == 0 {
		return p.Genes
	}
	return min(p.Distinct, p.Genes)
}

// poolOperator is that of local search in the pool, if there is one.
func (p Params) poolOperator() (op lk.Operator, some bool) {
	op, err := lk.ParseOperator(p.Pool)
	return op, err == nil
}

// operator of local search in every generation, if there is one.
func (p Params) operator() (op lk.Operator, some bool) {
	op, err := lk.ParseOperator(p.LocalSearch)
	return op, err == nil
}
