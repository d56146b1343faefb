package cluster

import "time"

// An Observer is told what this process does with jobs. Its methods must return quickly and may be
// called from any goroutine. They must not change the records.
type Observer interface {
	Submitted(r *Record)
	Claimed(c Claimed)
	Expired(r *Record) // the job of a silent worker went back to the queue
	Verified(v Verification)
	Ended(r *Record)
	Finished(r *Record, began time.Time) // a worker's request to end a job was served
}

// Claimed describes a claim.
type Claimed struct {
	Record *Record
	First  bool      // no worker has claimed the job before
	Since  time.Time // time since which the job was in the queue
	Began  time.Time // time at which the claim began to be written
}

// A Verification describes the verification of a result.
type Verification struct {
	Record *Record
	Began  time.Time
	Err    error // nil if the result was accepted
	Wrong  bool  // the result was refused, not just impossible to verify
}

// Observe sets the observer.
func (s *Store) Observe(o Observer) { s.observer.Store(&o) }

// tell calls by with the observer if there is one.
func (s *Store) tell(by func(Observer)) {
	if o := s.observer.Load(); o != nil {
		by(*o)
	}
}

// tellEnd calls the observer if a written record has ended its job.
func (s *Store) tellEnd(before State, r *Record, err error) {
	if err == nil && r.State.Ended() && !before.Ended() {
		s.tell(func(o Observer) { o.Ended(r) })
	}
}

// tellClaim calls the observer after a claim. known is the record before the claim.
func (s *Store) tellClaim(known, r *Record, began time.Time) {
	s.tell(func(o Observer) {
		first := known.Started.IsZero() && r.Epoch == known.Epoch+1
		o.Claimed(Claimed{r, first, known.waitingSince(), began})
	})
}
