package outage

import (
	"context"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// The network cuts off the leader together with a worker, and recovers. The other nodes continue
// with all jobs. Clients of the isolated node soon receive an error. Its worker detects that a
// different worker has claimed its jobs.
func TestANodeIsCutOff(t *testing.T) {
	testkit.Needs(t, "ip")
	if !testkit.Isolated(t) {
		return
	}
	c := onThreeMachines(t)
	c.start(t)
	lost := c.leader(t)
	others := func() []*process { return []*process{c.all()[(lost+1)%3], c.all()[(lost+2)%3]} }

	c.employ(t, "inside", lost)
	long := newLoad(longSteps, others)
	long.submit("long 0", 0)
	long.submit("long 1", 0)
	long.running(t)
	c.employ(t, "outside", (lost+1)%3)

	short := newLoad(shortSteps, others)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		short.run(ctx, 1, 200*time.Millisecond)
	}()
	short.grow(t, 5)
	cut(t, lost)
	began := time.Now()
	c.refuses(t, lost)
	c.refuses(t, lost)
	short.grow(t, 5)
	await(t, "another worker to go on with the jobs of the one that is cut off", func() bool {
		return c.diary.begun("outside", long.taken) == len(long.taken)
	})
	t.Logf("the jobs of the worker that is cut off are with another one %v after the cut", time.Since(began).Round(time.Millisecond))
	heal(t, lost)
	c.comesBack(t, lost, short)
	short.grow(t, 5)
	cancel()
	<-over
	short.settle(t)
	long.cancel(t)
	onlyOnce(t, c.diary, short, long)
	if n := c.diary.logged("abandoned the job"); n < len(long.taken) {
		t.Errorf("the worker that was cut off has let go of %d jobs, expected %d", n, len(long.taken))
	}
}

// employ starts a worker on the same machine as a node.
func (c *three) employ(t *testing.T, name string, i int) {
	t.Helper()
	s := c.settings[i]
	spawn(t, c.diary, "worker", name, workerSettings{Name: name, Keys: s.Keys, Authority: s.TLS.CA, Servers: []string{"tls://" + s.Listen}}, c.within[i]...)
}

// refuses checks that a node rejects a job within its time limit.
func (c *three) refuses(t *testing.T, i int) {
	t.Helper()
	began := time.Now()
	if a, err := c.all()[i].ask(request{Do: "submit", Key: "for nobody", Steps: shortSteps}); err == nil {
		t.Errorf("a node that is cut off has taken job %s", a.Record.ID)
	} else {
		t.Logf("refused after %v: %v", time.Since(began).Round(time.Millisecond), err)
	}
	if took := time.Since(began); took > patience+2*time.Second {
		t.Errorf("the refusal took %v", took)
	}
}

// comesBack waits until a node accepts jobs again.
func (c *three) comesBack(t *testing.T, i int, l *load) {
	t.Helper()
	began := time.Now()
	for {
		a, err := c.all()[i].ask(request{Do: "submit", Key: "after the cut", Steps: l.steps})
		if err == nil {
			l.note(a, nil, time.Since(began))
			t.Logf("takes jobs again %v after it was healed", time.Since(began).Round(time.Millisecond))
			return
		}
		if time.Since(began) > 30*time.Second {
			t.Fatalf("the node does not come back: %v", err)
		}
	}
}
