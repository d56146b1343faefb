package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"
)

// A wish is what signals ask for.
type wish int

const (
	nothing wish = iota
	stop         // the search, which cools, and write the best solution
	hurry        // stop at once: write the best one known, though a step has not ended
	giveUp
)

const (
	sameWish = time.Second // within that, signals are one wish
	// grace is how long a step may take to end when the search stops at once.
	grace = 300 * time.Millisecond
)

// A wisher understands signals. One that comes within a second of the last is the same
// wish: timeout and shells signal a process and its group.
type wisher struct {
	last wish
	at   time.Time
}

// hear returns the wish that a signal is, or nothing if it is none of its own.
func (w *wisher) hear(now time.Time) wish {
	if w.last != nothing && now.Sub(w.at) < sameWish {
		return nothing
	}
	w.last, w.at = min(w.last+1, giveUp), now
	return w.last
}

// An interrupter ends a search when signals ask for it.
type interrupter struct {
	s       streams
	signals chan os.Signal
	ask     func() // the search to stop
	cancel  func() // stops it at once
	cooling atomic.Bool
	done    chan struct{} // closed when nobody listens any more
	hurried chan struct{} // closed when there is no more time for the search to stop
	final   sync.Mutex    // held while the result is written
}

// interruptible asks a search to stop when the first signal comes, so that the best
// solution so far is written, and makes a context that the second one cancels. Without
// anybody to ask, the first one does.
func interruptible(ctx context.Context, s streams, ask func()) (context.Context, *interrupter) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancel(ctx)
	if ask == nil {
		ask = cancel
	}
	i := &interrupter{s: s, signals: make(chan os.Signal, 8), ask: ask, cancel: cancel, done: make(chan struct{}), hurried: make(chan struct{})}
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
		switch wish := w.hear(time.Now()); {
		case wish == stop && !i.cooling.Load():
			i.ask()
		case wish == stop:
			i.cancel()
		case wish == hurry:
			i.cancel()
			time.AfterFunc(grace, func() { close(i.hurried) })
		case wish == giveUp:
			i.giveUp()
		}
	}
}

// giveUp ends the program, but never while the result is written.
func (i *interrupter) giveUp() {
	if !i.final.TryLock() {
		i.s.say("tourmaline: the result is being written\n")
		return
	}
	i.s.say("tourmaline: given up\n")
	os.Exit(exitKilled)
}

// stop stops listening. Signals still do nothing then: what counts is written, and the
// program is about to end by itself, with an exit code of its own.
func (i *interrupter) stop() {
	i.cancel()
	close(i.done)
}

// untilSignalled is a context that the first signal ends. The second one ends the program.
func untilSignalled(ctx context.Context, s streams) (context.Context, func()) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, quitSignals()...)
	go func() {
		var w wisher
		for range signals {
			switch w.hear(time.Now()) {
			case stop:
				cancel()
			case hurry:
				s.say("tourmaline: given up\n")
				os.Exit(exitKilled)
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// outlivePipes lets writing to a closed pipe fail, instead of ending the program.
func outlivePipes() {
	if pipes := pipeSignals(); len(pipes) > 0 {
		signal.Notify(make(chan os.Signal, 1), pipes...) // nobody listens: the error of the write says enough
	}
}
