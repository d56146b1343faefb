package outage

import (
	"context"
	"testing"
	"time"
)

// The leader is killed under load and restarted, and then the next leader. No job is lost, no job
// is done twice, and submissions succeed again after a while.
func TestLeadersAreKilled(t *testing.T) {
	c := onThisMachine(t)
	c.start(t)
	for _, name := range []string{"worker0", "worker1"} {
		spawn(t, c.diary, "worker", name, workerSettings{Name: name, Keys: c.settings[0].Keys, Servers: c.servers()})
	}
	l := newLoad(shortSteps, c.all)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		l.run(ctx, 2, 200*time.Millisecond)
	}()
	for range outages(t) {
		l.grow(t, 10)
		leader := c.leader(t)
		c.all()[leader].kill()
		l.grow(t, 10) // two nodes are enough
		c.restart(t, leader)
	}
	l.grow(t, 10)
	cancel()
	<-over
	l.settle(t)
	onlyOnce(t, c.diary, l)
}
