package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"time"
)

// A wish is what signals ask for.
type wish int

const (
	nothing wish = iota
	stop         // the search, and write the best solution
	hurry        // write the best one known, though the search has not stopped
	giveUp
)

// A wisher understands signals. One that comes within a second of the last is the same
// wish: timeout and shells signal a process and its group.
type wisher struct {
	last wish
	at   time.Time
}

// hear returns the wish that a signal is, or nothing if it is none of its own.
func (w *wisher) hear(now time.Time) wish {
	if w.last != nothing && now.Sub(w.at) < time.Second {
		return nothing
	}
	w.last, w.at = min(w.last+1, giveUp), now
	return w.last
}

// An interrupter ends a search when signals ask for it.
type interrupter struct {
	s       streams
	signals chan os.Signal
	cancel  func()
	done    chan struct{} // closed when nobody listens any more
	hurried chan struct{} // closed when there is no more time for the search to stop
	final   sync.Mutex    // held while the result is written
}

// interruptible makes a context that the first signal cancels, so that the best solution
// so far is written.
func interruptible(ctx context.Context, s streams) (context.Context, *interrupter) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancel(ctx)
	i := &interrupter{s: s, signals: make(chan os.Signal, 8), cancel: cancel, done: make(chan struct{}), hurried: make(chan struct{})}
	signal.Notify(i.signals, endSignals()...)
	go i.listen()
	return ctx, i
}

func (i *interrupter) listen() {
	var w wisher
	for {
		select {
		case <-i.done:
			return
		case <-i.signals:
		}
		switch w.hear(time.Now()) {
		case stop:
			i.cancel()
		case hurry:
			close(i.hurried)
		case giveUp:
			i.giveUp()
		}
	}
}

// giveUp ends the program, but never while the result is written.
func (i *interrupter) giveUp() {
	if !i.final.TryLock() {
		i.s.say("\ntourmaline: the result is being written\n")
		return
	}
	i.s.say("\ntourmaline: given up\n")
	os.Exit(exitKilled)
}

// stop stops listening. Signals still do nothing then: what counts is written, and the
// program is about to end by itself, with an exit code of its own.
func (i *interrupter) stop() {
	i.cancel()
	close(i.done)
}

// outlivePipes lets writing to a closed pipe fail, instead of ending the program.
func outlivePipes() {
	if pipes := pipeSignals(); len(pipes) > 0 {
		signal.Notify(make(chan os.Signal, 1), pipes...) // nobody listens: the error of the write says enough
	}
}
