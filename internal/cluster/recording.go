package cluster

import (
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	// framePause is the shortest time between two frames. A job that takes less has none.
	framePause = 50 * time.Millisecond
	// frameShare bounds the time that frames take from the search: a hundredth.
	frameShare = 100
	// frameRoom is about how many bytes of tours are kept of a job …
	frameBytes = 4 << 20
	// … where that is neither fewer frames than these nor more.
	minFrames, maxFrames = 8, 240
	// mostRecorded is how many cities an instance may have that frames are kept of.
	maxRecorded = 2_000_000
)

// framesOf is how many frames are kept of tours of n cities; 0: none.
func frameCapacity(n int) int {
	if n < 1 || n > maxRecorded {
		return 0
	}
	return min(max(frameBytes/(4*n), minFrames), maxFrames)
}

// A frame is the best tour at a time.
type frame struct {
	seconds, step, cost float64
	tour                tsp.Tour
}

// A recording keeps how the best tour of a job changes. When it is full, every second frame is
// dropped, and the time between two is doubled. It never changes the search. What a job
// records is lost when its worker is: whoever goes on with it begins with an empty recording.
type recording struct {
	capacity int // frames; 0: none
	start    time.Time
	next     time.Time
	pause    time.Duration
	frames   []frame
}

func newRecording(n int, now time.Time) *recording {
	return &recording{capacity: frameCapacity(n), start: now, pause: framePause}
}

// offer records the best tour if it is a new one, and if it is time to.
func (r *recording) recordIfDue(solver *tourmaline.Solver, p search.Progress, now time.Time) {
	if r.capacity == 0 || now.Before(r.next) || len(r.frames) > 0 && p.Cost == r.last().cost {
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

// frameAt is the frame of a tour, at the time when it was found.
func frameAt(p search.Progress, tour tsp.Tour) frame {
	return frame{p.ImprovedAt.Seconds(), float64(p.Improved), p.Cost, tour}
}

func (r *recording) last() frame { return r.frames[len(r.frames)-1] }

// add adds a frame.
func (r *recording) add(f frame) {
	if len(r.frames) >= r.capacity {
		r.thin()
	}
	r.frames = append(r.frames, f)
}

// thin drops every second frame, but neither the first nor the last.
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

// end is all that was recorded, with the best tour as the last frame, packed.
// It is nil if that is no more than one frame, or if the job was short.
func (r *recording) finish(p search.Progress, best tsp.Tour, now time.Time) ([]byte, error) {
	if r.capacity == 0 || len(r.frames) == 0 || len(best) == 0 || now.Sub(r.start) < framePause {
		return nil, nil
	}
	if !slices.Equal(r.last().tour, best) {
		r.add(frameAt(p, best))
	}
	if len(r.frames) < 2 {
		return nil, nil
	}
	return pack(r.frames)
}
