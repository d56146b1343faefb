package drill

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Sorting is a board with a short order of the holes of each tool.
type Sorting struct {
	Board
	Report Report
	Orders [][]int32 // order of the holes of each run; nil keeps the order of the file
	// result of the largest run that was searched; nil if no run was searched
	Last *tourmaline.Result
	Left int // number of runs that were not searched
}

// A Report describes the travel of all tools of a board.
type Report struct {
	Schema  string `json:"schema,omitempty"`
	Version string `json:"version,omitempty"`
	Name    string `json:"name"`
	Unit    string `json:"unit"`
	Metric  string `json:"metric,omitempty"` // of the travel; EUCLIDEAN by default
	Trip
	Seconds     float64       `json:"seconds,omitempty"`
	Termination search.Reason `json:"termination,omitempty"`
	Tools       []Trip        `json:"tools"`
}

// A Solve solves one problem. It returns context.Canceled if the context was cancelled before it
// found a solution.
type Solve func(context.Context, tourmaline.Problem, tourmaline.Config) (*tourmaline.Result, error)

// Sort searches for a short path through the holes of each run. It starts with the smallest runs,
// so the time that they do not use is left for the larger ones. A time limit applies to the whole
// board.
func Sort(ctx context.Context, b Board, cfg tourmaline.Config, solve Solve) (*Sorting, error) {
	trips, err := b.Trips()
	if err != nil {
		return nil, err
	}
	if cfg.Began.IsZero() {
		cfg.Began = time.Now()
	}
	s := &sorter{Sorting: Sorting{Board: b, Orders: make([][]int32, len(b.Runs))}, cfg: cfg, trips: trips, solve: solve}
	if err := s.sort(ctx); err != nil {
		return nil, err
	}
	s.Report = Report{
		Schema: "tourmaline/drill/v1", Version: tourmaline.Version(), Name: b.Name, Unit: b.Unit, Metric: b.Motion.String(),
		Trip: Total(trips), Tools: trips, Seconds: math.Round(time.Since(cfg.Began).Seconds()*1e4) / 1e4, Termination: s.termination(),
	}
	return &s.Sorting, nil
}

type sorter struct {
	Sorting
	cfg   tourmaline.Config
	trips []Trip
	solve Solve
	early search.Reason // why some runs were not searched; empty if all were
}

func (s *sorter) sort(ctx context.Context) error {
	order := make([]int, len(s.Runs))
	holes := 0 // number of holes in the remaining runs
	for i := range s.Runs {
		order[i] = i
		holes += len(s.Runs[i].Holes)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(s.Runs[a].Holes), len(s.Runs[b].Holes)) })
	deadline := s.deadline(holes)
	for k, i := range order {
		cfg := s.cfg
		n := len(s.Runs[i].Holes)
		if !deadline.IsZero() {
			cfg.Began = time.Now()
			rest := time.Until(deadline)
			if rest <= 0 {
				s.early, s.Left = search.Time, len(order)-k
				return nil
			}
			share := float64(rest) * float64(n) / float64(holes)
			cfg.Limits.Time = max(time.Duration(share), time.Millisecond)
		}
		holes -= n
		if err := s.sortRun(ctx, i, cfg); err != nil {
			if ctx.Err() != nil && errors.Is(err, context.Canceled) {
				s.early, s.Left = search.Interrupted, len(order)-k
				return nil
			}
			return err
		}
	}
	return nil
}

// deadline returns the time at which the search of all runs must stop, or the zero time if there is
// no time limit.
func (s *sorter) deadline(holes int) time.Time {
	switch l := s.cfg.Limits; {
	case l.Time > 0:
		return s.cfg.Began.Add(l.Time)
	case l.Steps > 0 || l.NoImprovement > 0:
		return time.Time{}
	}
	return time.Now().Add(tourmaline.DefaultTimeLimit(holes))
}

// sortRun searches for a path through the holes of a run. It keeps the order of the file if that is
// at least as short. The search does not start from that order, because the result would be worse.
func (s *sorter) sortRun(ctx context.Context, i int, cfg tourmaline.Config) error {
	in, scale, err := s.Path(s.Runs[i])
	if err != nil {
		return err
	}
	r, err := s.solve(ctx, tourmaline.Tours(in), cfg)
	if err != nil {
		return err
	}
	t := &s.trips[i]
	t.Result, s.Last = r, r
	if length := r.Cost / scale; length < t.Before {
		t.SetAfter(length)
		s.Orders[i] = r.Order()
	}
	return nil
}

// termination returns the reason why the whole search stopped. It is optimal if every path is
// optimal.
func (s *sorter) termination() search.Reason {
	if s.early != "" {
		return s.early
	}
	reason := search.Optimal
	for _, t := range s.trips {
		switch t.Result.Termination {
		case search.Interrupted:
			return search.Interrupted
		case search.Optimal:
		default:
			reason = t.Result.Termination
		}
	}
	return reason
}

// Sorted returns the board with its holes in the new order.
func (s *Sorting) Sorted() Board {
	b := s.Board
	file := *b.File
	file.Runs = slices.Clone(file.Runs)
	for i, order := range s.Orders {
		if order != nil {
			file.Runs[i].Holes = list.Map(order, func(h int32) Hole { return s.Runs[i].Holes[h] })
		}
	}
	b.File = &file
	return b
}

// WriteSorted writes the drill file in the new order.
func (s *Sorting) WriteSorted(w io.Writer) error { return s.Write(w, s.Orders) }
