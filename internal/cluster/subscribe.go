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

func (w *Worker) attemptAt(key string) *attempt {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.attempts[key]
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
