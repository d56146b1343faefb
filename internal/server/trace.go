package server

import (
	"context"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// A Trace lists the improvements of the best cost over time.
type Trace struct {
	Points []tourmaline.TracePoint `json:"points"`
	Source string                  `json:"source" enum:"result,events" doc:"Source of the trace: a result contains every improvement; until there is a result, the trace comes from the latest events."`
}

func (s *Server) trace(ctx context.Context, in *jobPath) (*struct{ Body Trace }, error) {
	v, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if v.Record.Result == nil {
		now, _ := s.opt.Hub.View(v.Record.Tenant, v.Record.ID, 0)
		return &struct{ Body Trace }{Trace{improvements(now.Events), "events"}}, nil
	}
	p, err := s.checkedResult(ctx, in.ID)
	return &struct{ Body Trace }{Trace{append([]tourmaline.TracePoint{}, p.verified.Trace...), "result"}}, err
}

// improvements returns the events at which the cost improved. It drops the improvements that a
// worker found after the checkpoint from which another worker resumed.
func improvements(events []cluster.Event) []tourmaline.TracePoint {
	all := []tourmaline.TracePoint{}
	for _, e := range events {
		p := e.Progress
		if p == nil || p.Preparing != "" {
			continue
		}
		for len(all) > 0 && all[len(all)-1].Step > p.Step {
			all = all[:len(all)-1]
		}
		if n := len(all); n == 0 || p.Cost < all[n-1].Cost {
			all = append(all, tourmaline.TracePoint{Seconds: p.Seconds, Step: p.Step, Cost: p.Cost})
		}
	}
	return all
}
