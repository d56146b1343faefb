// Package stats has the statistics that comparing metaheuristics needs.
//
// Two runs of a metaheuristic differ by their seeds, so a single pair of results
// says nothing about the algorithms. A test says how often chance alone would
// give a difference at least as large as the one seen: that is its p. The lengths
// of tours are far from normally distributed, hence tests that look at ranks.
//
// Two algorithms on one instance are compared by RankSum, or by SignedRank on many
// instances; several of them by Friedman or ImanDavenport, and then by
// CriticalDifference. VarghaDelaney says how much they differ,
// Bootstrap how well a mean or a median is known, TimeToTarget, ExpectedTime and
// PerformanceProfiles how long it takes to be good enough, and Describe and BoxPlot
// what the results are like.
//
// Impossible input (nothing, NaN, samples of unequal length where pairs are wanted)
// is an error. Nothing here is part of a search.
package stats
