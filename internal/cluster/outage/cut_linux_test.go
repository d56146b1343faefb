package outage

import (
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// The network cuts off the leader together with a worker and clients, and recovers. The other nodes
// continue with all jobs. Clients of the isolated node receive only errors with the status 503, and
// their repeated requests succeed after the cut. The worker that is cut off detects that a different
// worker has claimed its jobs.
func TestANodeIsCutOff(t *testing.T) {
	testkit.Needs(t, "ip")
	if !testkit.Isolated(t) {
		return
	}
	c := onThreeMachines(t)
	c.start(t)
	lost, n := c.leader(t), outages(t)
	others := func() []*process { return []*process{c.all()[(lost+1)%3], c.all()[(lost+2)%3]} }

	c.employ(t, "inside", lost)
	long := newLoad(longSteps, others)
	long.submit("long 0", 0)
	long.submit("long 1", 0)
	long.running(t)
	c.employ(t, "outside", (lost+1)%3)
	c.employ(t, "beyond", (lost+2)%3)

	short, inside := newLoad(shortSteps, others), newLoad(shortSteps, func() []*process { return c.all()[lost : lost+1] })
	inside.client = "inside client"
	stop, stopInside := short.begin(t, 2, 100*time.Millisecond), inside.begin(t, 2, 100*time.Millisecond)
	short.measure(t, c.diary, "majority, connected", func() { short.grow(t, 5*n) })
	inside.measure(t, c.diary, "minority, connected", func() { inside.grow(t, 5*n) })
	cut(t, lost)
	began := time.Now()
	c.refuses(t, lost)
	c.refuses(t, lost)
	before, refused := inside.count(), inside.failures()
	short.measure(t, c.diary, "majority, cut", func() { short.grow(t, 5*n) })
	await(t, "another worker to go on with the jobs of the one that is cut off", func() bool {
		return c.diary.begun("outside", long.taken)+c.diary.begun("beyond", long.taken) >= len(long.taken)
	})
	t.Logf("the jobs of the worker that is cut off are with another one %v after the cut", time.Since(began).Round(time.Millisecond))
	if taken, refused := inside.count()-before, inside.failures()-refused; taken > 0 || refused == 0 {
		t.Errorf("the node that is cut off has accepted %d jobs and refused %d", taken, refused)
	}
	heal(t, lost)
	c.comesBack(t, lost, short)
	inside.measure(t, c.diary, "minority, healed", func() { inside.grow(t, 5*n) })
	short.measure(t, c.diary, "majority, healed", func() { short.grow(t, 5*n) })
	stop()
	stopInside()
	short.settle(t)
	inside.settle(t)
	long.cancel(t)
	onlyOnce(t, c.diary, short, inside, long)
	if inside.other > 0 {
		t.Errorf("%d errors do not have the status 503: %v", inside.other, inside.faults)
	}
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
