package outage

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// alone returns the settings of a single node.
func alone(dir string) nodeSettings {
	return nodeSettings{Dir: dir, Listen: "127.0.0.1:0", Lease: 5 * time.Second}
}

// A power cut during submissions loses no job that was acknowledged before it. What a node
// acknowledges during the cut does not count: ext4 confirms a sync that is under way at the moment of
// the simulated cut but does not write it (6 of 120 times with a plain file), and with a real cut the
// acknowledgement would not leave the node either.
func TestPowerIsCut(t *testing.T) {
	testkit.Needs(t, "mkfs.ext4", "mount", "cp")
	if !testkit.Isolated(t) {
		return
	}
	d, disk := newDiary(t), newDisk(t, 256<<20)
	n := spawn(t, d, "node", "before", alone(filepath.Join(disk.folder, "data")))
	n.ready(t)
	if _, err := n.ask(request{Do: "upload"}); err != nil {
		t.Fatal(err)
	}
	l := newLoad(shortSteps, func() []*process { return []*process{n} })
	l.once = true
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		l.run(ctx, 4, time.Millisecond)
	}()
	l.grow(t, 100)
	acknowledged := l.accepted()
	disk.losePower(t)
	n.kill()
	cancel()
	<-over
	l.taken = acknowledged

	disk.returnPower(t)
	dir := filepath.Join(disk.folder, "data")
	n = spawn(t, d, "node", "after", alone(dir))
	url := n.ready(t)
	lost := 0
	for id := range l.taken {
		if a, err := n.ask(request{Do: "get", Key: id}); err != nil || a.Record.State != cluster.Queued {
			lost++
		}
	}
	if lost > 0 {
		t.Fatalf("%d of %d jobs that were taken are gone", lost, len(l.taken))
	}
	spawn(t, d, "worker", "worker", workerSettings{Name: "worker", Keys: filepath.Join(dir, "engine.keys"), Servers: []string{url}})
	l.settle(t)
}
