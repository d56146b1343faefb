package search

// A Diverse searcher has many solutions at a time and can tell how much they differ.
type Diverse interface {
	// Diversity is 0 if all solutions are the same, and 1 if no two have a part in
	// common. known is false while there are not two of them, or if a searcher inside
	// cannot tell. Asking costs as much as looking at all solutions.
	Diversity() (share float64, known bool, err error)
}

// An Averaged searcher makes many solutions in a step and can tell how good they are on
// average.
type Averaged interface {
	// Mean is the mean cost of the solutions of the last step. known is false if no
	// step was completed since the searcher was created or restored, or if the last
	// one was interrupted.
	Mean() (cost float64, known bool, err error)
}

// A Wanderer goes on from a solution that need not be its best.
type Wanderer interface {
	// Current is the cost of the solution that the next step goes on from: the best of
	// them, if there are several. known is false while there is none, or if a searcher
	// inside cannot tell. Asking takes no time.
	Current() (cost float64, known bool)
}

// A Plural searcher is several searchers side by side.
type Plural interface {
	// Costs are those of the best solutions of each, in an order that stays.
	Costs() []float64
}

// A Trail is how much a searcher has learnt to go from one element of a solution to
// another, such as from city to city.
type Trail struct {
	From, To int32
	Strength float32 // a share of that of the strongest trail, from 0 to 1
}

// A Trailed searcher learns trails.
type Trailed interface {
	// Trails are the strongest trails, at most so many, the strongest first. Where both
	// directions are the same there is one of them. Without any there are none yet, or a
	// searcher inside has none. Asking costs as much as looking at all trails.
	Trails(most int) ([]Trail, error)
}
