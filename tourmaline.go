// Package tourmaline finds good tours, assignments and solutions of other problems that can be
// improved move by move. Given a problem and limits, it returns the best solution found, its cost,
// and a measure of its quality.
//
//	in, err := tsp.FromPoints(tsp.Euclidean, points)
//	…
//	r, err := tourmaline.Solve(ctx, tourmaline.Tours(in), tourmaline.Config{
//		Limits: tourmaline.Limits{Time: 5 * time.Second},
//	})
//	…
//	fmt.Println(r.Cost, r.Order())
//
// Most programs need only [Solve]. With [New] and [Solver.Steps] a program observes, saves and
// stops a search in a for ... range loop. [Define] adds a user-defined problem, and [TourAlgorithm]
// adds a user-defined algorithm for tours.
package tourmaline

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Config configures a search. The zero value uses all cores, an algorithm that suits the problem,
// and a time limit that depends on the instance size.
type Config struct {
	// name from Problem.Algorithms; "" or "auto" picks by problem, size, limits and Threads
	Algorithm string
	// algorithm parameters by name; missing parameters have their defaults or the values that
	// "auto" sets
	Params map[string]string
	Seed   uint64 // the same seed and Limits.Steps give the same solution
	// number of threads, at most 4,096; 0 means all cores; affects the speed, never the result
	Threads int

	// Device does the data-parallel work, for example a device from package opencl. It affects the
	// speed, never the result. If Device is nil, the threads do all the work. If "auto" solves a
	// very small instance exactly, the search does not use the device.
	Device device.Device

	// limits of the search; without any, DefaultTimeLimit applies; a proven optimum always ends the
	// search
	Limits   Limits
	StopWhen search.Stop // user-defined rule, checked like a limit

	// Bound requests a lower bound on the cost of every tour, and its certificate. Computing them is
	// part of the preparation and takes at most about a third of the time limit. Only tours have
	// computed bounds.
	Bound bool

	// Cooling is the maximum time for which a search continues to cool when Solver.Stop, StopWhen
	// or a limit other than Time and Steps ends it early. The search cools for a quarter of its
	// time so far, if it may still accept worse solutions. A search that stops without cooling
	// returns a worse solution than a shorter search that cooled. With Limits.Steps, only
	// Solver.Stop makes the search cool. 0 means no cooling. Cancelling the context always ends the
	// search immediately.
	Cooling time.Duration

	// start solution of the problem's type (tsp.Tour for tours); the result is never worse than
	// Init
	Init  any
	Began time.Time // origin of all times; the zero value means the time of the call to New
}

// Errors for errors.Is. An invalid parameter is a *ParamError, a panic in a function of the caller
// is a *PanicError, and a device failure is a device.Err.
var (
	// ErrAlgorithm reports an algorithm that is unknown for the problem, or that does not accept an
	// instance because of its size or because it is asymmetric.
	ErrAlgorithm = catalog.ErrAlgorithm
	// ErrCheckpoint reports a checkpoint that is damaged or belongs to a different search.
	ErrCheckpoint = errors.New("cannot use the checkpoint")
	// ErrNoSolution reports data that is not a solution of the instance.
	ErrNoSolution = errors.New("not a solution")
)

// DefaultTimeLimit returns the time limit of a search for a problem of size n if no limit is set: 5
// ms per city, at least half a second and at most half a minute.
func DefaultTimeLimit(n int) time.Duration {
	return min(max(time.Duration(n)*5*time.Millisecond, 500*time.Millisecond), 30*time.Second)
}

// Solve finds a solution. Cancelling ctx during the search is not an error: the result is the best
// solution so far. If a device fails, Solve returns the best solution so far and the error.
func Solve(ctx context.Context, p Problem, cfg Config) (*Result, error) {
	s, err := create(ctx, p, cfg)
	if err != nil {
		return nil, err
	}
	for _, err := range s.Steps(ctx) {
		if err == nil {
			continue
		}
		if !s.timeline.started {
			return nil, err
		}
		r, fault := s.Result()
		return r, errors.Join(err, fault)
	}
	return s.Result()
}

// version is set when a release is built.
var version = ""

// Version returns the library version: the release, or the revision from which it was built.
func Version() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == "github.com/tourmaline-opt/tourmaline" && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	return "devel"
}
