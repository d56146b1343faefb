package outage

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// When a disk is full, new jobs are rejected with the reason and accepted jobs survive the failed
// writes. When there is space again, all jobs continue.
func TestDiskIsFull(t *testing.T) {
	if !testkit.Isolated(t) {
		return
	}
	d, disk := newDiary(t), testkit.SmallDisk(t, "64m")
	dir := filepath.Join(disk, "data")
	n := spawn(t, d, "node", "node", alone(dir))
	url := n.ready(t)
	spawn(t, d, "worker", "worker", workerSettings{Name: "worker", Keys: filepath.Join(dir, "engine.keys"), Servers: []string{url}})
	if _, err := n.ask(request{Do: "upload"}); err != nil {
		t.Fatal(err)
	}
	nodes := func() []*process { return []*process{n} }
	long, short := newLoad(longSteps, nodes), newLoad(shortSteps, nodes)

	long.submit("long", 0)
	long.running(t)

	ballast := filepath.Join(disk, "ballast")
	testkit.Fill(t, ballast)
	began := time.Now()
	a, err := n.ask(request{Do: "submit", Key: "refused", Steps: shortSteps})
	if err == nil || !a.Full {
		t.Errorf("got %v, expected that there is no room", err)
	}
	t.Logf("refused after %v: %v", time.Since(began).Round(time.Millisecond), err)
	await(t, "that a checkpoint cannot be written", func() bool {
		return d.logged("cannot write a checkpoint")+d.logged("no server answers: trying again") > 0
	})

	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	began = time.Now()
	short.submit("short", 0)
	t.Logf("a job is taken %v after there was space", time.Since(began).Round(time.Millisecond))
	short.settle(t)
	long.cancel(t)
	onlyOnce(t, d, short, long)
	began = time.Now()
	// A job that ended immediately may have had no watchers and therefore no events, so try several
	// jobs.
	tries := 0
	await(t, "a job whose events arrive", func() bool {
		tries++
		a, err := n.ask(request{Do: "submit", Key: fmt.Sprint("later ", tries), Steps: shortSteps})
		if err != nil {
			return false
		}
		short.ended(t, a.Record.ID)
		a, err = n.ask(request{Do: "events", Key: a.Record.ID})
		return err == nil && a.Events > 0
	})
	t.Logf("events arrive %v later", time.Since(began).Round(time.Millisecond))
}

// If the disk of one of three nodes is full, the others continue, and the node rejoins them without
// intervention.
func TestOneDiskOfThreeIsFull(t *testing.T) {
	if !testkit.Isolated(t) {
		return
	}
	c, disk := onThisMachine(t), testkit.SmallDisk(t, "64m")
	c.settings[0].Dir = filepath.Join(disk, "data")
	c.start(t)
	spawn(t, c.diary, "worker", "worker", workerSettings{Name: "worker", Keys: c.settings[0].Keys, Servers: c.servers()})
	l := newLoad(shortSteps, func() []*process { return c.all()[1:] })
	ballast := filepath.Join(disk, "ballast")
	testkit.Fill(t, ballast)
	for i := range 20 {
		l.submit(fmt.Sprint("job ", i), i)
	}
	if a, err := c.all()[0].ask(request{Do: "submit", Key: "refused", Steps: shortSteps}); err == nil || !a.Full {
		t.Errorf("got %v, expected that there is no room", err)
	}
	l.settle(t)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	await(t, "a new server", func() bool {
		return c.diary.mentions("restarting the server after a failed write: JetStream is disabled")
	})
	c.comesBack(t, 0, l)
	l.settle(t)
	// The node counts towards the quorum again: it and one other node are enough.
	c.all()[1].kill()
	l.nodes = func() []*process { return []*process{c.all()[0], c.all()[2]} }
	l.submit("with two", 0)
	l.settle(t)
	onlyOnce(t, c.diary, l)
}
