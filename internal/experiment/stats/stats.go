// Package stats provides statistics for comparing metaheuristics.
//
// Two runs of a metaheuristic differ by their seeds, so a single pair of results does not show a
// difference between the algorithms. The p-value of a test is the probability that chance alone
// yields a difference at least as large as the observed one. Tour lengths are far from normally
// distributed, so the tests are based on ranks.
//
// RankSum compares two algorithms on one instance, and SignedRank compares them on many. Friedman
// or ImanDavenport, followed by CriticalDifference, compares several algorithms. VarghaDelaney
// measures how much two algorithms differ, and Bootstrap how accurate a mean or a median is.
// TimeToTarget, ExpectedTime and PerformanceProfiles measure the time to a good solution. Describe
// and BoxPlot summarise results.
//
// Invalid input (no values, NaN, pairs of unequal length) is an error. No search depends on this
// package.
package stats
