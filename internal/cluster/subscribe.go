package cluster

import (
	"strings"

	"github.com/nats-io/nats.go"
)

// attemptAt returns the current attempt at a job, or nil.
func (w *Worker) attemptAt(key string) *attempt {
	a, _ := w.attempts.Load(key)
	found, _ := a.(*attempt)
	return found
}

func (w *Worker) cancel(m *nats.Msg) {
	if a := w.attemptAt(strings.TrimPrefix(m.Subject, cancelSubject)); a != nil {
		a.stop(errCancelled)
	}
}

// subscribe handles requests about the jobs of this worker until unsubscribe is called.
func (w *Worker) subscribe() (unsubscribe func(), err error) {
	handlers := map[string]nats.MsgHandler{cancelSubject: w.cancel}
	for _, k := range snapshotKinds {
		handlers[k.subject()] = w.serveSnapshot(k)
	}
	var all []*nats.Subscription
	unsubscribe = func() {
		for _, s := range all {
			_ = s.Unsubscribe()
		}
	}
	for subject, handle := range handlers {
		s, err := w.store.nc.Subscribe(subject+">", handle)
		if err != nil {
			return unsubscribe, err
		}
		all = append(all, s)
	}
	return unsubscribe, nil
}
