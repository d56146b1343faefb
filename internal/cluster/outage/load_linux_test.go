package outage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// shortSteps is the number of steps of a short job.
const shortSteps = 2

// longSteps is a number of steps that keeps a worker busy until the job is cancelled.
const longSteps = 1_000_000

const instanceFile = "towns.csv"

// instance returns the file that all jobs solve.
func instance() []byte {
	var b bytes.Buffer
	b.WriteString("name,x,y\n")
	chance := rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		fmt.Fprintf(&b, "t%d,%d,%d\n", i, chance.IntN(10000), chance.IntN(10000))
	}
	return b.Bytes()
}

// expected returns the cost of an undisturbed job with the given number of steps.
func expected(t *testing.T, steps int) float64 {
	t.Helper()
	in, err := spec(steps).Open(instance(), job.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := spec(steps).Config()
	if err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), in.Problem, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r.Cost
}

func isFull(err error) bool { return errors.Is(err, cluster.ErrNoSpace) }

// A load is a series of jobs that clients submit one after the other during an outage. If a
// submission fails, the client tries the next node with the same key, like a client behind a load
// balancer.
type load struct {
	steps int
	nodes func() []*process
	once  bool // whether a failed submission is not repeated

	client string // prefix of the idempotency keys; loads with the same prefix submit the same jobs

	mu     sync.Mutex
	taken  map[string]bool // ids of the accepted jobs
	stalls []time.Duration // time from the first attempt until each job was accepted
	faults map[string]int
	other  int // number of failed submissions with another status than 503, Service Unavailable
}

func newLoad(steps int, nodes func() []*process) *load {
	return &load{steps: steps, nodes: nodes, client: "client", taken: map[string]bool{}, faults: map[string]int{}}
}

// run submits jobs until the context ends. It completes a submission that has started.
func (l *load) run(ctx context.Context, clients int, every time.Duration) {
	var wg sync.WaitGroup
	for c := range clients {
		wg.Go(func() {
			tick := time.NewTicker(every)
			defer tick.Stop()
			for i := 0; ctx.Err() == nil; i++ {
				l.submit(fmt.Sprintf("%s %d, job %d", l.client, c, i), c+i)
				select {
				case <-ctx.Done():
				case <-tick.C:
				}
			}
		})
	}
	wg.Wait()
}

// runUntil submits the given number of jobs, at most one per second for each client.
func (l *load) runUntil(ctx context.Context, clients, jobs int) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range clients {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= jobs {
					return
				}
				l.submit(fmt.Sprint("job ", i), i)
				<-time.After(time.Second)
			}
		})
	}
	wg.Wait()
}

// begin submits jobs until stop is called.
func (l *load) begin(t *testing.T, clients int, every time.Duration) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		l.run(ctx, clients, every)
	}()
	return func() {
		cancel()
		<-over
	}
}

// measure logs how many jobs per second are accepted and how many end while do runs, and how long
// clients wait.
func (l *load) measure(t *testing.T, d *diary, what string, do func()) {
	t.Helper()
	before, ended, began := l.count(), len(d.endings()), time.Now()
	do()
	took := time.Since(began)
	ended = len(d.endings()) - ended
	l.mu.Lock()
	defer l.mu.Unlock()
	waits := slices.Sorted(slices.Values(l.stalls[before:]))
	if len(waits) == 0 {
		t.Errorf("%s: no job was accepted within %v", what, took)
		return
	}
	at := func(share float64) time.Duration {
		return waits[int(share*float64(len(waits)-1))].Round(time.Millisecond)
	}
	t.Logf("%s: %.1f s, %.1f jobs/s accepted after p50 %v, p99 %v, at most %v; %.1f jobs/s ended",
		what, took.Seconds(), float64(len(waits))/took.Seconds(), at(0.5), at(0.99), at(1), float64(ended)/took.Seconds())
}

// failures returns the number of submissions that have failed.
func (l *load) failures() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, times := range l.faults {
		n += times
	}
	return n
}

func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.taken)
}

// accepted returns the ids of the jobs that are accepted so far.
func (l *load) accepted() map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.taken)
}

func (l *load) submit(key string, first int) {
	pause := time.NewTicker(50 * time.Millisecond)
	defer pause.Stop()
	began := time.Now()
	for i := 0; time.Since(began) < time.Minute; i++ {
		nodes := l.nodes()
		a, err := nodes[(first+i)%len(nodes)].ask(request{Do: "submit", Key: key, Steps: l.steps})
		l.note(a, err, time.Since(began))
		if err == nil || l.once {
			return
		}
		<-pause.C
	}
}

func (l *load) note(a answer, err error, after time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.faults[err.Error()]++
		if a.Status != http.StatusServiceUnavailable {
			l.other++
		}
		return
	}
	l.taken[a.Record.ID] = true
	l.stalls = append(l.stalls, after)
}

// settle waits until every accepted job has ended, and checks that its result is the same as
// without an outage.
func (l *load) settle(t *testing.T) {
	t.Helper()
	if len(l.taken) == 0 {
		t.Fatal("no job was taken")
	}
	cost := expected(t, l.steps)
	began := time.Now()
	for id := range l.taken {
		if r := l.ended(t, id); r.State != cluster.Done || r.Digest.Cost != cost {
			t.Errorf("job %s ended as %s, %+v, %+v; expected done at a cost of %v", id, r.State, r.Digest, r.Faults, cost)
		}
	}
	t.Logf("%d jobs taken, all ended, the last %v after the last submission; the slowest submission took %v; faults %v",
		len(l.taken), time.Since(began).Round(10*time.Millisecond), slices.Max(l.stalls).Round(10*time.Millisecond), l.faults)
}

// running waits until workers are running all jobs.
func (l *load) running(t *testing.T) {
	t.Helper()
	for id := range l.taken {
		await(t, "a long job to run", func() bool {
			a, err := l.nodes()[0].ask(request{Do: "get", Key: id})
			return err == nil && a.Record.State == cluster.Running
		})
	}
}

// ended waits for the end of a job and returns its record.
func (l *load) ended(t *testing.T, id string) (r *cluster.Record) {
	t.Helper()
	var err error
	defer func() {
		if t.Failed() {
			t.Logf("job %s: %+v, %v", id, r, err)
			l.missing(t)
		}
	}()
	await(t, "the end of job "+id, func() bool {
		var a answer
		a, err = l.nodes()[0].ask(request{Do: "get", Key: id})
		r = a.Record
		return err == nil && r.State.Ended()
	})
	return r
}

// missing logs the accepted jobs that each node cannot read.
func (l *load) missing(t *testing.T) {
	t.Helper()
	for id := range l.taken {
		for _, n := range l.nodes() {
			if _, err := n.ask(request{Do: "get", Key: id}); err != nil {
				t.Logf("%s: %v", n.name, err)
			}
		}
	}
}

// cancel cancels all jobs and checks that they keep their results.
func (l *load) cancel(t *testing.T) {
	t.Helper()
	for id := range l.taken {
		if _, err := l.nodes()[0].ask(request{Do: "cancel", Key: id}); err != nil {
			t.Fatal(err)
		}
		if r := l.ended(t, id); r.State != cluster.Cancelled || r.Digest == nil {
			t.Errorf("job %s ended as %s, %+v, expected cancelled with a result", id, r.State, r.Faults)
		}
	}
}

// onlyOnce checks that every accepted job of some loads ended exactly once, and that no other job
// ended.
func onlyOnce(t *testing.T, d *diary, loads ...*load) {
	t.Helper()
	taken := map[string]bool{}
	for _, l := range loads {
		maps.Copy(taken, l.taken)
	}
	missing := func() (all []string) {
		ended := d.endings()
		return slices.DeleteFunc(slices.Collect(maps.Keys(taken)), func(id string) bool { return ended[id] > 0 })
	}
	defer func() {
		for _, id := range missing() {
			t.Logf("no worker knows that it ended job %s:\n%s", id, d.about(id))
		}
	}()
	// A worker whose reply was lost logs the end of a job late.
	await(t, "workers to know what they ended", func() bool { return len(missing()) == 0 })
	ended := d.endings()
	for id := range taken {
		if ended[id] != 1 {
			t.Errorf("job %s was ended %d times", id, ended[id])
		}
	}
	for id := range ended {
		if !taken[id] {
			t.Errorf("job %s ended, which no client knows", id)
		}
	}
}

// grow waits until the given number of additional jobs has been accepted.
func (l *load) grow(t *testing.T, more int) {
	t.Helper()
	before := l.count()
	await(t, "more jobs to be taken", func() bool { return l.count() >= before+more })
}

// await waits until happened returns true, and fails the test after 30 seconds.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for began := time.Now(); !happened(); <-look.C {
		if time.Since(began) > 30*time.Second {
			t.Fatalf("waited 30 s for %s", what)
		}
	}
}
