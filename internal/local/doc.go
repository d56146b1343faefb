// Package local implements local-search metaheuristics over any moves.Neighbourhood: hill climbing,
// tabu search, variable neighbourhood descent, iterated local search and simulated annealing [LSM13
// §2]. A problem that defines a neighbourhood can use all of them, on threads and, with a few lines
// of OpenCL, on a device.
//
// A [Search] consists of independent walks. At each turn an [Engine] ([Threads], or a device with
// [OnDevice]) picks the best move that the rule of the walk admits, and the walk makes the move,
// undoes moves, or restarts. Walks do not interact, so neither the engine nor the number of threads
// changes the result.
package local
