package term

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// Signals within a second count as one; later signals escalate until they end the program.
func TestSignalsEscalate(t *testing.T) {
	var e escalation
	var got []action
	began := time.Now()
	for _, ms := range []int{0, 1, 999, 1000, 1001, 1999, 2000, 2500, 3000, 9000} {
		got = append(got, e.next(began.Add(time.Duration(ms)*time.Millisecond)))
	}
	want := []action{stop, none, none, stopNow, none, none, exit, none, exit, exit}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// No signal ends the program while the result is being written.
func TestTheFinalWriteIsProtected(t *testing.T) {
	var errs bytes.Buffer
	i := &Interrupter{print: func(format string, a ...any) { fmt.Fprintf(&errs, format, a...) }}
	i.StartWriting()
	i.exit() // would end this process
	if !strings.Contains(errs.String(), "writing the result") {
		t.Errorf("said %q", &errs)
	}
}

// The first signal stops the search. If the search is already cooling, or there is no search, the
// signal cancels the context.
func TestTheFirstSignal(t *testing.T) {
	for name, c := range map[string]struct{ asks, cools, ends bool }{
		"searching": {true, false, false}, "cooling": {true, true, true}, "no search": {false, false, true},
	} {
		done := make(chan string, 2)
		var ask func()
		if c.asks {
			ask = func() { done <- "asked" }
		}
		ctx, i := Interruptible(t.Context(), t.Logf, ask)
		context.AfterFunc(ctx, func() { done <- "ended" })
		i.cooling.Store(c.cools)
		i.signals <- os.Interrupt
		want := map[bool]string{false: "asked", true: "ended"}[c.ends]
		if got := <-done; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		i.Close()
	}
}
