package outage

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// A node that starts from a copy of a stopped node's directory has all jobs with their results and
// resumes the jobs that were running.
func TestAFolderIsRestored(t *testing.T) {
	d, dir := newDiary(t), filepath.Join(t.TempDir(), "data")
	n := spawn(t, d, "node", "before", alone(dir))
	url := n.ready(t)
	if _, err := n.ask(request{Do: "upload"}); err != nil {
		t.Fatal(err)
	}
	nodes := func() []*process { return []*process{n} }
	employ := func(name, url string) *process {
		return spawn(t, d, "worker", name, workerSettings{Name: name, Keys: filepath.Join(dir, "engine.keys"), Servers: []string{url}})
	}
	done, long, queued := newLoad(shortSteps, nodes), newLoad(longSteps, nodes), newLoad(shortSteps, nodes)
	worker := employ("first", url)
	for i := range 5 {
		done.submit(fmt.Sprint("done ", i), 0)
	}
	done.settle(t)
	long.submit("long", 0)
	kept := long.saved(t)
	worker.kill()
	for i := range 5 {
		queued.submit(fmt.Sprint("queued ", i), 0)
	}
	n.stop()

	copied := filepath.Join(t.TempDir(), "restored")
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(copied, "engine.keys"), 0o600); err != nil {
		t.Fatal(err)
	}
	n = spawn(t, d, "node", "after", alone(copied))
	employ("second", n.ready(t))
	done.settle(t)
	queued.settle(t)
	long.running(t)
	await(t, "the second worker to go on", func() bool { return d.begun("second", long.taken) == 1 })
	long.cancel(t)
	onlyOnce(t, d, done, long, queued)
	for id := range long.taken {
		if r := long.ended(t, id); r.Epoch < 2 || r.Digest == nil || r.Digest.Steps < kept.Step || r.Digest.Cost > kept.Cost {
			t.Errorf("ended in epoch %d as %+v, expected that it resumes from %+v", r.Epoch, r.Digest, kept)
		}
	}
}

// saved waits until the only job has a checkpoint and returns the progress of that checkpoint.
func (l *load) saved(t *testing.T) (kept *cluster.Progress) {
	t.Helper()
	for id := range l.taken {
		await(t, "a checkpoint", func() bool {
			a, err := l.nodes()[0].ask(request{Do: "get", Key: id})
			if err == nil {
				kept = a.Record.Kept
			}
			return kept != nil
		})
	}
	return kept
}
