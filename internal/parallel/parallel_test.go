package parallel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestEveryJobIsDoneOnce(t *testing.T) {
	for _, threads := range []int{-1, 0, 1, 2, 3, 8, 2_200_000} {
		for _, count := range []int{0, 1, 2, 7, 64, 1000} {
			for _, atOnce := range []int{0, 1, 3, 64, math.MaxInt} {
				done := make([]atomic.Int32, count)
				used := Threads(threads, count, atOnce)
				err := Do(t.Context(), threads, count, atOnce, func(thread, i int) {
					if thread < 0 || thread >= used {
						t.Errorf("thread %d of %d", thread, used)
					}
					done[i].Add(1)
				})
				if err != nil {
					t.Fatal(err)
				}
				for i := range done {
					if times := done[i].Load(); times != 1 {
						t.Fatalf("%d threads, %d jobs, %d at once: job %d was done %d times", threads, count, atOnce, i, times)
					}
				}
			}
		}
	}
}

func TestThreads(t *testing.T) {
	for _, c := range []struct{ threads, count, atOnce, want int }{
		{2_200_000, 10, 1, 10}, {2_200_000, 10, 4, 3}, {2, 10, 4, 2}, {0, 10, 4, 1}, {-3, 10, 4, 1},
		{8, 0, 4, 1}, {8, 10, 0, 8}, {8, math.MaxInt, math.MaxInt - 1, 2}, {math.MaxInt, math.MaxInt, 1, math.MaxInt},
	} {
		if got := Threads(c.threads, c.count, c.atOnce); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// All threads run concurrently: each job waits until all of them have started.
func TestThreadsRunAtOnce(t *testing.T) {
	const threads = 4
	var all sync.WaitGroup
	all.Add(threads)
	if err := Do(t.Context(), threads, threads, 1, func(int, int) { all.Done(); all.Wait() }); err != nil {
		t.Error(err)
	}
}

func TestNothingBeginsAfterTheEndOfTheContext(t *testing.T) {
	for threads := 1; threads < 4; threads++ {
		ctx, cancel := context.WithCancel(t.Context())
		var done atomic.Int32
		err := Do(ctx, threads, 1_000_000, 2, func(int, int) { done.Add(1); cancel() })
		if !errors.Is(err, context.Canceled) || int(done.Load()) > 2*threads {
			t.Errorf("%d threads: %d jobs and %v", threads, done.Load(), err)
		}
	}
}

func TestTheLowestFaultIsTold(t *testing.T) {
	for threads := 1; threads < 5; threads++ {
		for range 50 {
			err := Ranges(t.Context(), threads, 1000, 7, func(_, from, end int) error {
				if end > 100 {
					return fmt.Errorf("at %d", from)
				}
				return nil
			})
			if err == nil || err.Error() != "at 98" {
				t.Fatalf("%d threads: %v", threads, err)
			}
		}
	}
}

func TestAFaultEndsTheLoop(t *testing.T) {
	ranges := 0
	_ = Ranges(t.Context(), 1, 1000, 1, func(int, int, int) error { ranges++; return errors.New("no") })
	if ranges != 1 {
		t.Errorf("%d ranges after a fault", ranges-1)
	}
}

// caught returns the value with which f panics.
func caught(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

var errBad = errors.New("bad distance")

func explode() { panic(errBad) }

func TestAPanicIsRaisedWhereTheLoopWasCalled(t *testing.T) {
	for threads := 1; threads < 5; threads++ {
		var begun atomic.Int32
		value := caught(func() {
			_ = Do(t.Context(), threads, math.MaxInt32, 1, func(_, i int) {
				if begun.Add(1); i == 5 {
					explode()
				}
			})
		})
		p, ok := value.(*Panic)
		if !ok || !errors.Is(p, errBad) || !strings.Contains(string(p.Stack), "explode") {
			t.Fatalf("%d threads: %v", threads, value)
		}
		if !strings.HasPrefix(p.Error(), "bad distance\n\n") {
			t.Errorf("%.60q", p.Error())
		}
		if begun.Load() == math.MaxInt32 {
			t.Errorf("%d threads: all jobs were done in spite of a panic", threads)
		}
	}
}

func TestAPanicOfALoopWithinALoopIsOne(t *testing.T) {
	value := caught(func() {
		_ = Do(t.Context(), 2, 2, 1, func(int, int) {
			_ = Do(t.Context(), 2, 2, 1, func(int, int) { explode() })
		})
	})
	p, ok := value.(*Panic)
	if !ok || !errors.Is(p, errBad) {
		t.Fatalf("%v", value)
	}
	if _, twice := p.Value.(*Panic); twice {
		t.Error("a panic within a panic")
	}
}

func TestAPanicOfNoErrorUnwrapsToNone(t *testing.T) {
	if err := errors.Unwrap(&Panic{Value: "text"}); err != nil {
		t.Error(err)
	}
}

func BenchmarkDo(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			for b.Loop() {
				_ = Do(b.Context(), threads, 1000, 64, func(int, int) {})
			}
		})
	}
}

// The fault of a lower range replaces the earlier fault of a higher one.
func TestALowerFaultReplacesAHigherOne(t *testing.T) {
	l := &loop{ctx: t.Context(), count: 10}
	for _, from := range []int64{5, 2, 7} {
		l.fail(fault{from: from, err: fmt.Errorf("at %d", from)})
	}
	if err := l.end(); err == nil || err.Error() != "at 2" {
		t.Error(err)
	}
}
