package client

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Search tracks a search on a service by its events.
type Search struct {
	input     *job.Input
	limit     time.Duration
	last      search.Progress
	preparing string
}

// NewSearch returns a Search before its first event. It applies the same default time limit as the
// service.
func NewSearch(in *job.Input, s job.Settings) *Search {
	r := &Search{input: in, limit: s.Time}
	if s.Limits == (tourmaline.Limits{}) {
		r.limit = tourmaline.DefaultTimeLimit(in.Info.N)
	}
	return r
}

// Info returns a description of the instance.
func (s *Search) Info() tourmaline.InstanceInfo { return s.input.Info }

// BestKnown returns the best known cost of the instance.
func (s *Search) BestKnown() (tourmaline.Known, bool) { return s.input.Problem.BestKnown() }

// TimeLimit returns the time limit of the search.
func (s *Search) TimeLimit() time.Duration { return s.limit }

// Progress returns the last progress.
func (s *Search) Progress() search.Progress { return s.last }

// Preparing returns the name of the current part of the preparation.
func (s *Search) Preparing() string { return s.preparing }

// Update records the progress from an event. The progress may be less than that of the previous
// event, because a worker may have resumed the search from a checkpoint.
func (s *Search) Update(p job.Progress) {
	elapsed := time.Duration(p.Seconds * float64(time.Second))
	if s.last.Elapsed == 0 || p.Cost < s.last.Cost || elapsed < s.last.ImprovedAt {
		s.last.Improved, s.last.ImprovedAt = p.Step, elapsed
	}
	s.last.Step, s.last.Elapsed, s.last.Cost = p.Step, elapsed, p.Cost
	s.preparing = p.Preparing
}
