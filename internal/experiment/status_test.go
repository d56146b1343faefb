package experiment

import (
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

func TestStatusIsALine(t *testing.T) {
	run := Run{Instance: "tsplib/a.tsp", Contestant: Contestant{Name: "ils"}, Seed: 3}
	result := &tourmaline.Result{Seconds: 2.25, Cost: 1500}
	rated := &tourmaline.Result{Seconds: 2.25, Cost: 1500, GapPercent: new(1.5)}
	for _, c := range []struct {
		progress search.Progress
		record   *Record
		left     time.Duration
		want     string
	}{
		{search.Progress{Elapsed: 1500 * time.Millisecond, Cost: 7}, nil, 0, "1 of 4  a  ils  seed 3  1.5 s  cost 7"},
		{search.Progress{}, nil, 59 * time.Second, "1 of 4  a  ils  seed 3  0.0 s  cost 0  59 s left"},
		{search.Progress{}, nil, time.Minute, "1 of 4  a  ils  seed 3  0.0 s  cost 0  1 min left"},
		{search.Progress{}, nil, 119 * time.Minute, "1 of 4  a  ils  seed 3  0.0 s  cost 0  119 min left"},
		{search.Progress{}, nil, 2 * time.Hour, "1 of 4  a  ils  seed 3  0.0 s  cost 0  2.0 h left"},
		{search.Progress{}, &Record{Result: result}, 0, "1 of 4  a  ils  seed 3  2.2 s  cost 1,500"},
		{search.Progress{}, &Record{Result: rated, Busy: true}, 0, "1 of 4  a  ils  seed 3  2.2 s  cost 1,500  gap 1.500 %  (busy)"},
		{search.Progress{}, &Record{Error: "no\nmemory"}, 0, `1 of 4  a  ils  seed 3  failed: no\nmemory`},
	} {
		s := Status{Done: 1, Total: 4, Run: run, Progress: c.progress, Record: c.record, Left: func() time.Duration { return c.left }}
		if got := s.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
