package eax

import (
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
)

// Params holds the parameters of edge assembly crossover.
type Params struct {
	Members  int     `json:"population" range:"2..100000" usage:"most tours in the first population; later ones have up to four times as many"`
	Share    float64 `json:"share" range:"0..1" usage:"share of the budget for making the tours of the population; at least eight are made"`
	Pool     string  `json:"pool" choices:"2opt,oropt,3opt,lk" usage:"local search that makes the tours: 2opt, oropt, 3opt or lk (Lin-Kernighan)"`
	Descent  string  `json:"descent" choices:"quick,thorough" usage:"Lin-Kernighan descents that make the tours: quick (follow the best opening of each edge, with little patience) or thorough (follow the three best openings to full depth)"`
	Rounds   float64 `json:"rounds" range:"0..1000" usage:"kicks per city after the descent of a tour; each is undone if it makes the tour longer"`
	Children int     `json:"children" range:"1..100000" usage:"most children that compete for the place of their first parent; fewer if the budget is small"`
	Strategy string  `json:"strategy" choices:"single,rand" usage:"AB-cycles of a child: single (one each; on large instances the best children are combined) or rand (each with probability one half)"`
	Last     string  `json:"last" choices:"none,block2" usage:"AB-cycles of a child when nothing else improves the population: none (start a new population) or block2 (neighbouring cycles that make few subtours)"`
	Select   string  `json:"select" choices:"entropy,greedy" usage:"the best child: entropy (gains most for the diversity that the population loses) or greedy (gains most)"`
	Patience int     `json:"patience" range:"1..1000000" usage:"generations without a better tour after which a stage ends"`
}

// Defaults returns default parameters for an instance of n cities.
func Defaults(n int) Params {
	return Params{
		Members: 100, Share: 0.2, Pool: lk.LinKernighan.String(), Descent: "quick", Children: 50,
		Strategy: "single", Last: "block2", Select: "entropy", Patience: 30,
	}
}

// Paper returns the parameters of [NK13]: 300 2-opt tours and 30 children per pair.
func Paper(int) Params {
	p := Defaults(0)
	p.Members, p.Share, p.Pool, p.Children, p.Patience = 300, 1, lk.TwoOpt.String(), 30, 50
	return p
}

// Validate returns an error that lists all invalid parameters.
func (p Params) Validate() error { return params.Validate(p) }
