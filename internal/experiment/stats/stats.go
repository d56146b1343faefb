// Package stats has the statistics that comparing metaheuristics needs.
//
// Two runs of a metaheuristic differ by their seeds, so a single pair of results
// says nothing about the algorithms. A test says how often chance alone would
// give a difference at least as large as the one seen: that is its p. The lengths
// of tours are far from normally distributed, hence tests that look at ranks.
package stats
