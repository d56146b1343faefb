// Package stats has the statistics for comparing metaheuristics.
//
// Two runs of a metaheuristic differ by their seeds, so a single pair of results says nothing
// about the algorithms. A test says how often chance alone gives a difference at least as large as
// the observed one: that is its p. Tour lengths are far from normally distributed, hence tests
// based on ranks.
//
// RankSum compares two algorithms on one instance, SignedRank on many; Friedman or ImanDavenport
// compare several, followed by CriticalDifference. VarghaDelaney measures how much they differ,
// Bootstrap how accurate a mean or a median is; TimeToTarget, ExpectedTime and PerformanceProfiles
// measure the time to a good solution; Describe and BoxPlot summarise results.
//
// Invalid input (no values, NaN, pairs of unequal length) is an error. No search depends on this
// package.
package stats
