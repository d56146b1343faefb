package search

// Observed is a searcher that describes its solutions to an observer.
type Observed interface {
	// Stats returns statistics about the state between two steps, including the requested details.
	// It does not change the search.
	Stats(d Detail) (Stats, error)
}

// Detail requests statistics that take time to compute. The zero value requests no such statistics.
type Detail struct {
	Mean      bool
	Diversity bool
	Trails    int // maximum number of trails
}

// Stats describes the solutions of a search. A nil field is unknown or was not requested.
type Stats struct {
	// Current is the cost of the solution from which the next step continues, or of the best of
	// these solutions if there are several.
	Current *float64
	// Islands holds the best cost of each island, always in the same order.
	Islands []float64
	// Mean is the mean cost of the solutions of the last step. It is unknown before the first step,
	// after restoring a state, and after an interrupted step.
	Mean *float64
	// Diversity is 0 if all solutions are equal and 1 if no two solutions have a part in common.
	Diversity *float64
	// Trails holds the strongest pheromone trails in descending order of strength. If the trails in
	// both directions are equal, it holds only one of them.
	Trails []Trail
}

// A Trail is the pheromone of an ant colony between two elements of a solution, such as two cities.
type Trail struct {
	From, To int32
	Strength float32 // relative to the strongest trail, from 0 to 1
}
