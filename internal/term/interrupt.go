package term

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"
)

// ExitInterrupted is the exit code of a program that was ended by a signal.
const ExitInterrupted = 130

// An action is the reaction to a signal.
type action int

const (
	none    action = iota
	stop           // stop the search: it cools, and the best solution is written
	stopNow        // stop without waiting for the current step
	exit           // exit without a result
)

const (
	// SignalWindow is the time within which several signals count as one, because the timeout
	// command and shells signal both a process and its group.
	SignalWindow = time.Second
	// stepTime is how long the current step may continue after stopNow.
	stepTime = 300 * time.Millisecond
)

// An escalation converts a sequence of signals to actions, each stronger than the previous one.
type escalation struct {
	last action
	at   time.Time
}

// next returns the action for a signal, or none if the signal counts as part of the previous one.
func (e *escalation) next(now time.Time) action {
	if e.last != none && now.Sub(e.at) < SignalWindow {
		return none
	}
	e.last, e.at = min(e.last+1, exit), now
	return e.last
}

// An Interrupter ends a search on signals: the first signal stops it, the second stops it
// immediately, and the third ends the program.
type Interrupter struct {
	print   func(format string, a ...any)
	signals chan os.Signal
	stop    func() // lets the search cool
	cancel  func() // ends the search immediately
	cooling atomic.Bool
	done    chan struct{} // closed by Close
	expired chan struct{} // closed when stepTime has passed after stopNow
	writing sync.Mutex    // held while the result is written
}

// Interruptible returns an Interrupter that calls stop on the first signal, and a context that is
// cancelled on the second signal. If stop is nil, the first signal cancels the context. Messages go
// to printf.
func Interruptible(ctx context.Context, printf func(format string, a ...any), stop func()) (context.Context, *Interrupter) {
	ctx, cancel := context.WithCancel(ctx)
	if stop == nil {
		stop = cancel
	}
	i := &Interrupter{
		print: printf, signals: make(chan os.Signal, 8), stop: stop, cancel: cancel,
		done: make(chan struct{}), expired: make(chan struct{}),
	}
	signal.Notify(i.signals, EndSignals()...)
	go i.handle()
	return ctx, i
}

func (i *Interrupter) handle() {
	var e escalation
	for {
		select {
		case <-i.done:
			return
		case <-i.signals:
		}
		switch e.next(time.Now()) {
		case stop:
			if i.cooling.Load() {
				i.cancel()
			} else {
				i.stop()
			}
		case stopNow:
			i.cancel()
			time.AfterFunc(stepTime, func() { close(i.expired) })
		case exit:
			i.exit()
		}
	}
}

// exit ends the program, unless the result is being written.
func (i *Interrupter) exit() {
	if !i.writing.TryLock() {
		i.print("tourmaline: writing the result; please wait\n")
		return
	}
	i.print("tourmaline: stopped without a result\n")
	os.Exit(ExitInterrupted)
}

// SetCooling makes the first signal end the search immediately, because the search is already
// cooling. It reports whether SetCooling was called before.
func (i *Interrupter) SetCooling() bool { return i.cooling.Swap(true) }

// Expired returns a channel that is closed when the caller should no longer wait for the current
// step.
func (i *Interrupter) Expired() <-chan struct{} { return i.expired }

// StartWriting protects the result from signals until the program ends.
func (i *Interrupter) StartWriting() { i.writing.Lock() }

// Close cancels the context and stops the handling of signals. Later signals have no effect,
// because the program is about to end with its regular exit code.
func (i *Interrupter) Close() {
	i.cancel()
	close(i.done)
}

// UntilSignal returns a context that is cancelled on the first signal, and a function that stops
// the handling of signals. The second signal ends the program.
func UntilSignal(ctx context.Context, printf func(format string, a ...any)) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, quitSignals()...)
	go func() {
		var e escalation
		for range signals {
			switch e.next(time.Now()) {
			case stop:
				cancel()
			case stopNow:
				printf("tourmaline: stopped without a result\n")
				os.Exit(ExitInterrupted)
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// ExitOnSignal calls cleanup and ends the program when it receives a signal, until the returned
// function is called.
func ExitOnSignal(cleanup func()) (stop func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, EndSignals()...)
	go func() {
		select {
		case <-done:
		case <-signals:
			cleanup()
			os.Exit(ExitInterrupted)
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// IgnorePipeSignals makes writing to a closed pipe fail instead of ending the program.
func IgnorePipeSignals() {
	if pipes := PipeSignals(); len(pipes) > 0 {
		// the write returns an error, which is enough
		signal.Notify(make(chan os.Signal, 1), pipes...)
	}
}
