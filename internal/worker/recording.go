package worker

import (
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	// framePause is the shortest time between frames. Jobs shorter than framePause have no frames.
	framePause = 50 * time.Millisecond
	// frameShare limits recording to a hundredth of the search time.
	frameShare = 100
)

// A recording stores how the best tour changes. When it is full, it drops every second frame and
// doubles the interval. It never affects the search. A job that moves to another worker starts an
// empty recording.
type recording struct {
	capacity int // maximum number of frames; 0 disables recording
	start    time.Time
	next     time.Time
	pause    time.Duration
	frames   []protocol.Frame
}

func newRecording(n int, now time.Time) *recording {
	return &recording{capacity: protocol.FrameCapacity(n), start: now, pause: framePause}
}

// recordIfDue records the best tour if it has changed and a frame is due.
func (r *recording) recordIfDue(solver *tourmaline.Solver, p search.Progress, now time.Time) {
	if r.capacity == 0 || now.Before(r.next) || len(r.frames) > 0 && p.Cost == r.last().Cost {
		return
	}
	began := time.Now()
	tour, ok := solver.Best().(tsp.Tour)
	if !ok {
		r.capacity = 0
		return
	}
	r.add(frameAt(p, tour))
	r.next = now.Add(max(r.pause, frameShare*time.Since(began)))
}

func frameAt(p search.Progress, tour tsp.Tour) protocol.Frame {
	return protocol.Frame{Seconds: p.ImprovedAt.Seconds(), Step: float64(p.Improved), Cost: p.Cost, Tour: tour}
}

func (r *recording) last() protocol.Frame { return r.frames[len(r.frames)-1] }

func (r *recording) add(f protocol.Frame) {
	if len(r.frames) >= r.capacity {
		r.thin()
	}
	r.frames = append(r.frames, f)
}

// thin drops every second frame except the first and the last.
func (r *recording) thin() {
	kept := r.frames[:0]
	for i, f := range r.frames {
		if i%2 == 0 || i == len(r.frames)-1 {
			kept = append(kept, f)
		}
	}
	clear(r.frames[len(kept):])
	r.frames = kept
	r.pause *= 2
}

// finish returns all frames, packed, with the best tour as the last frame. It returns nil if the
// job was short or there are fewer than two frames.
func (r *recording) finish(p search.Progress, best tsp.Tour, now time.Time) ([]byte, error) {
	if r.capacity == 0 || len(r.frames) == 0 || len(best) == 0 || now.Sub(r.start) < framePause {
		return nil, nil
	}
	if !slices.Equal(r.last().Tour, best) {
		r.add(frameAt(p, best))
	}
	if len(r.frames) < 2 {
		return nil, nil
	}
	return protocol.PackFrames(r.frames)
}
