package cluster

import (
	"strings"

	"github.com/nats-io/nats.go"
)

func (w *Worker) addAttempt(a *attempt) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.attempts[a.record.Key()] = a
}

func (w *Worker) removeAttempt(a *attempt) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.attempts[a.record.Key()] == a {
		delete(w.attempts, a.record.Key())
	}
}

// holds is the attempt at a job, nil if there is none.
func (w *Worker) attemptAt(key string) *attempt {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.attempts[key]
}

// cancel hears that a job is to be cancelled.
func (w *Worker) cancel(m *nats.Msg) {
	if a := w.attemptAt(strings.TrimPrefix(m.Subject, cancelSubject)); a != nil {
		a.stop(errCancelled)
	}
}

// listen hears what is asked of the jobs that the worker has, until it is made to stop.
func (w *Worker) subscribe() (deafen func(), err error) {
	asked := map[string]nats.MsgHandler{cancelSubject: w.cancel}
	for _, k := range snapshotKinds {
		asked[k.subject()] = w.serveSnapshot(k)
	}
	var all []*nats.Subscription
	deafen = func() {
		for _, s := range all {
			_ = s.Unsubscribe()
		}
	}
	for subject, answer := range asked {
		s, err := w.store.nc.Subscribe(subject+">", answer)
		if err != nil {
			return deafen, err
		}
		all = append(all, s)
	}
	return deafen, nil
}
