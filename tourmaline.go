// Package tourmaline finds good tours, assignments and solutions of other problems that can
// be improved move by move. Given a problem and limits, it returns the best solution found,
// its cost and how good it is.
//
//	in, err := tsp.FromPoints(tsp.Euclidean, points)
//	…
//	r, err := tourmaline.Solve(ctx, tourmaline.Tours(in), tourmaline.Config{
//		Limits: tourmaline.Limits{Time: 5 * time.Second},
//	})
//	…
//	fmt.Println(r.Cost, r.Order())
//
// [Solve] is all that most programs need. With [New] and [Solver.Steps] a program observes,
// saves and stops a search in a for ... range loop. [Define] adds a problem of your own,
// [TourAlgorithm] an algorithm for tours.
package tourmaline

import (
	"context"
	"errors"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Config configures a search. The zero value uses all cores, an algorithm that suits the
// problem, and a time limit that depends on the size of the instance.
type Config struct {
	Algorithm string            // one of Problem.Algorithms; "" or "auto": picked by problem, size, limits and Threads
	Params    map[string]string // the algorithm's parameters by name; others have defaults, or the values that "auto" sets
	Seed      uint64            // the same seed and Limits.Steps give the same solution
	Threads   int               // 0 = all cores, at most 4,096; affects the speed, never the result

	// Device does the data-parallel work, for example a device of package opencl. It
	// affects the speed, never the result. If nil, the threads do all the work. An instance
	// so small that "auto" solves it exactly does not use it.
	Device device.Device

	Limits   Limits      // when to end; without any, DefaultTimeLimit applies. A proven optimum always ends the search
	StopWhen search.Stop // a rule of your own, checked like a limit

	// Cooling is the maximum time for which a search continues to cool when Solver.Stop,
	// StopWhen or a limit other than Time and Steps ends it early: a quarter of its time,
	// while it may still accept worse solutions. A search that stops without cooling leaves
	// a worse solution than a shorter search that cooled. With Limits.Steps, only
	// Solver.Stop makes it cool. 0 = no cooling. Cancelling the context always ends the
	// search at once.
	Cooling time.Duration

	Init  any       // a solution to start from, of the problem's type (tsp.Tour for tours); the result is never worse
	Began time.Time // from which all times count; zero = the call of New
}

// Errors for errors.Is. A fault of a parameter is a *ParamError, a panic in a function of
// the caller a *PanicError, a failure of a device a device.Err.
var (
	// ErrAlgorithm reports an algorithm that is unknown for the problem, or an instance too
	// large for it.
	ErrAlgorithm = catalog.ErrAlgorithm
	// ErrCheckpoint reports a checkpoint that is damaged or belongs to another search.
	ErrCheckpoint = errors.New("cannot use the checkpoint")
	// ErrNoSolution reports data that is not a solution of the instance.
	ErrNoSolution = errors.New("not a solution")
)

// DefaultTimeLimit returns the time limit of a search of size n without limits: 5 ms per
// city, at least half a second and at most half a minute.
func DefaultTimeLimit(n int) time.Duration {
	return min(max(time.Duration(n)*5*time.Millisecond, 500*time.Millisecond), 30*time.Second)
}

// Solve finds a solution. Cancelling ctx during the search is not an error: the result is
// the best solution so far. If a device fails, Solve returns the best solution so far and
// the error.
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
