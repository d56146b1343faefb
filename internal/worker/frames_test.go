package worker

import (
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// developed waits until an epoch of a job has run for some time and found better tours.
func (q *queue) developed(r *record, epoch uint64) {
	q.t.Helper()
	q.await("the search has found better tours", func() bool {
		var all []job.Progress
		for _, p := range r.reports {
			if p.Epoch == epoch {
				all = append(all, p.At)
			}
		}
		return len(all) > 1 && all[len(all)-1].Cost < all[0].Cost && all[len(all)-1].Seconds-all[0].Seconds > 4*framePause.Seconds()
	})
}

// cut cancels a running job and waits until it has ended.
func (q *queue) cut(r *record) {
	q.t.Helper()
	q.tell(r, protocol.Cancel)
	q.ended(r)
}

// frames returns the frames of a job, which must be valid.
func (q *queue) frames(r *record) ([]protocol.Frame, *tsp.Instance) {
	q.t.Helper()
	in, err := r.task.Spec.Open(q.instances[r.task.Spec.Instance], job.Limits{})
	if err != nil {
		q.t.Fatal(err)
	}
	if r.outcome.Frames == nil {
		q.t.Fatalf("the job is %s without frames", r.state)
	}
	packed, err := q.stored(r.outcome.Claim, protocol.Frames, r.outcome.Frames)
	if err != nil {
		q.t.Fatal(err)
	}
	all := read(q.t, packed, in.Info.N)
	mustImprove(q.t, all, in.Document.Instance)
	return all, in.Document.Instance
}

// The frames of a job are valid tours, and the last frame is the result.
func TestAJobHasFrames(t *testing.T) {
	q := start(t)
	r := q.submit(cities(1000), endless())
	q.run(Options{})
	q.developed(r, 1)
	q.cut(r)
	all, in := q.frames(r)
	var tour []int64
	for _, c := range all[len(all)-1].Tour {
		tour = append(tour, in.ID(c))
	}
	if !slices.Equal(tour, q.result(r).Tour) {
		t.Error("the last frame is not the result")
	}
	if all[0].Cost <= all[len(all)-1].Cost {
		t.Errorf("the first frame costs %v, the last %v", all[0].Cost, all[len(all)-1].Cost)
	}
	if r.outcome.Frames.Number == r.outcome.Result.Number {
		t.Errorf("frames and result have the same number %d", r.outcome.Frames.Number)
	}
}

// A job with a single possible tour stores no frames.
func TestATinyJobHasNoFrames(t *testing.T) {
	q := start(t)
	r := q.submit([]byte("name,x,y\na,0,0\nb,9,0\nc,9,9\n"), job.Settings{})
	q.run(Options{})
	if q.ended(r); r.state != job.Done || r.outcome.Frames != nil {
		t.Errorf("ended as %s with frames %+v", r.state, r.outcome.Frames)
	}
}

// A job ends normally even if there is no space for its frames.
func TestAJobEndsWithoutRoomForFrames(t *testing.T) {
	q := start(t)
	r := q.submit(cities(8000), endless())
	q.run(Options{})
	q.developed(r, 1)
	q.change(func() { q.full = true })
	if q.cut(r); r.state != job.Cancelled || r.outcome.Result == nil || r.outcome.Frames != nil {
		t.Errorf("ended as %s with result %v and frames %v", r.state, r.outcome.Result, r.outcome.Frames)
	}
}

// The frames of a resumed job start at the checkpoint, whether its first worker has returned it or
// was lost.
func TestFramesBeginAnew(t *testing.T) {
	for name, lose := range map[string]func(p *process){
		"returned": func(p *process) { p.stop() },
		"lost":     func(p *process) { p.nc.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			q := start(t)
			r := q.submit(cities(5000), endless())
			first := q.runOn(q.connect(), Options{Checkpoint: 20 * time.Millisecond, Grace: time.Millisecond})
			q.developed(r, 1)
			q.await("a checkpoint is saved", func() bool { return r.task.Kept != nil })
			lose(first)
			var kept job.Progress
			q.look(func() { kept = *r.task.Kept })
			q.run(Options{})
			q.developed(r, 2)
			q.cut(r)
			if all, _ := q.frames(r); all[0].Cost > kept.Cost {
				t.Errorf("the first frame costs %v, the checkpoint %v", all[0].Cost, kept.Cost)
			}
		})
	}
}
