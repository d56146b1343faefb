// Package local has the local-search metaheuristics over any moves.Neighbourhood:
// hill climbing, tabu search, variable neighbourhood descent, iterated local search
// and simulated annealing [LSM13 §2]. A problem that has a neighbourhood gets all of
// them, on threads and, with a few lines of OpenCL, on a device.
//
// A [Search] is some independent walks. A walk looks at the best move that its
// rule admits and decides: take it, go back, jump elsewhere. What picks is an
// [Engine]: [Threads], or a device by [OnDevice]. Walks never meet, so
// neither the engine nor the number of threads changes where they go.
package local
