package job

import (
	"math"

	"github.com/tourmaline-opt/tourmaline"
)

// A State is the state of a job.
type State string

// A job is queued, then running, then in one of the final states.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// States returns all states in the order in which a job passes through them.
func States() []State { return []State{Queued, Running, Done, Failed, Cancelled} }

// Ended reports whether the state is final.
func (s State) Ended() bool { return s == Done || s == Failed || s == Cancelled }

// Progress describes the progress of a search.
type Progress struct {
	Step      int     `json:"step"`
	Seconds   float64 `json:"seconds"`
	Cost      float64 `json:"cost"`
	Preparing string  `json:"preparing,omitempty"`
	Share     float64 `json:"share,omitempty"` // used share of the budget, from 0 to 1

	// The following fields are set only in events.
	Current *float64  `json:"current,omitempty" doc:"Cost of the current solution, if there is one."`
	Islands []float64 `json:"islands,omitempty" doc:"Best cost of each island, for at most 64 islands."`
	Engine  string    `json:"engine,omitempty" doc:"Engine: cpu, or the device driver."`
	Device  string    `json:"device,omitempty" doc:"Device name."`
	Threads int       `json:"threads,omitempty"`
}

// maxText is the maximum length of a text in a Progress, in bytes.
const maxText = 200

// MaxIslands is the maximum number of islands in a Progress.
const MaxIslands = 64

// Valid reports whether all numbers are finite and within their bounds.
func (p *Progress) Valid() bool {
	if len(p.Preparing) > maxText || len(p.Engine) > maxText || len(p.Device) > maxText {
		return false
	}
	if p.Step < 0 || !finite(p.Seconds) || !finite(p.Cost) || !finite(p.Share) || len(p.Islands) > MaxIslands {
		return false
	}
	for _, c := range p.Islands {
		if !finite(c) {
			return false
		}
	}
	return p.Current == nil || finite(*p.Current)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// A Digest summarises a result.
type Digest struct {
	Algorithm   string             `json:"algorithm"`
	Picked      *tourmaline.Picked `json:"picked,omitempty"`
	Cost        float64            `json:"cost"`
	BestKnown   *float64           `json:"best_known,omitempty"`
	GapPercent  *float64           `json:"gap_percent,omitempty"`
	LowerBound  *float64           `json:"lower_bound,omitempty"`
	Termination string             `json:"termination"`
	Seconds     float64            `json:"seconds"`
	Steps       int                `json:"steps"`
	Seed        uint64             `json:"seed"`
	Engine      string             `json:"engine,omitempty"`
	Device      string             `json:"device,omitempty"`
	Threads     int                `json:"threads,omitempty"`
}
