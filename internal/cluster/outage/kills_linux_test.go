package outage

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// killJobs returns the number of jobs while processes are killed: few by default, more for make chaos.
func killJobs(t *testing.T) int {
	t.Helper()
	text := os.Getenv("TOURMALINE_CHAOS")
	if text == "" {
		return 40
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// wrongClock is more than the time for which ended jobs are retained.
const wrongClock = 8 * 24 * time.Hour

// Workers, nodes and leaders are killed at random while clients submit jobs. One clock is eight days
// fast, one is eight days slow, and nodes are started with wrong settings, which they refuse. Every
// accepted job ends exactly once with the right result and stays readable.
func TestNothingIsLostUnderKills(t *testing.T) {
	jobs, seed := killJobs(t), uint64(time.Now().UnixNano())
	c := onThisMachine(t)
	c.settings[1].Wrong, c.settings[2].Wrong = wrongClock, -wrongClock
	c.start(t)
	s := &killer{three: c, t: t, chance: rand.New(rand.NewPCG(seed, 1))}
	for range 3 {
		s.workers = append(s.workers, s.worker())
	}
	l := newLoad(killSteps, c.all)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		l.runUntil(ctx, 4, jobs)
	}()
	for l.count() < jobs && !t.Failed() {
		s.killOne()
	}
	cancel()
	<-over
	l.settle(t)
	s.check(l)
	t.Logf("seed %d: %d jobs accepted, %d kills of workers, %d of nodes, %d of leaders, %d wrong flags refused: 0 lost, %d doubled, %d false",
		seed, len(l.taken), s.killed[0], s.killed[1], s.killed[2], s.refused, s.doubled, s.wrong)
}

// killSteps is the number of steps of a job that runs for about a fifth of a second.
const killSteps = 8

// A killer kills the processes of a cluster.
type killer struct {
	*three
	t       *testing.T
	chance  *rand.Rand
	workers []*process
	count   int

	killed         [3]int // workers, nodes, leaders
	refused        int
	doubled, wrong int
}

func (s *killer) worker() *process {
	s.count++
	name := fmt.Sprint("worker", s.count)
	return spawn(s.t, s.diary, "worker", name, workerSettings{Name: name, Keys: s.settings[0].Keys, Servers: s.servers(), Checkpoint: 100 * time.Millisecond})
}

// killOne kills a process and restarts it.
func (s *killer) killOne() {
	s.t.Helper()
	<-time.After(time.Duration(300+s.chance.IntN(1000)) * time.Millisecond)
	switch i := s.chance.IntN(8); {
	case i < 5:
		s.killed[0]++
		k := s.chance.IntN(len(s.workers))
		s.workers[k].kill()
		s.workers[k] = s.worker()
	case i < 6:
		s.killed[1]++
		s.replace(s.chance.IntN(3))
	default:
		s.killed[2]++
		s.replace(s.leader(s.t))
	}
}

// replace kills a node, starts it with a wrong setting, which it must refuse, and starts it again.
func (s *killer) replace(i int) {
	s.t.Helper()
	s.all()[i].kill()
	right := s.settings[i]
	s.settings[i].Retain = time.Second
	if s.chance.IntN(2) == 0 {
		s.settings[i].Retain, s.settings[i].Replicas = 0, 1
	}
	p := s.launch(s.t, i)
	s.settings[i] = right
	select {
	case <-p.ended:
		if code := p.cmd.ProcessState.ExitCode(); code != refusedCode {
			s.t.Errorf("a node with a wrong setting ended with %d, expected %d", code, refusedCode)
		}
		s.refused++
	case <-time.After(40 * time.Second):
		s.t.Errorf("a node with a wrong setting was not refused")
		p.kill()
	}
	s.restart(s.t, i)
}

// check reads all accepted jobs again from every node, after all sweepers have run. Every result was
// verified, and no job was ended twice.
func (s *killer) check(l *load) {
	s.t.Helper()
	cost, first := expected(s.t, l.steps), map[string]*cluster.Record{}
	for _, n := range s.all() {
		for id := range l.taken {
			a, err := n.ask(request{Do: "get", Key: id})
			if err != nil {
				s.t.Errorf("%s has lost job %s: %v", n.name, id, err)
				continue
			}
			r := a.Record
			if r.State != cluster.Done || r.Verdict == nil || r.Verdict.Cost != cost || r.Digest.Cost != cost {
				s.wrong++
				s.t.Errorf("job %s on %s: %s, %+v, %+v, expected a cost of %v", id, n.name, r.State, r.Verdict, r.Faults, cost)
			}
			if before := first[id]; before != nil && (before.Epoch != r.Epoch || !before.Ended.Equal(r.Ended)) {
				s.t.Errorf("job %s ended in epoch %d at %v and in epoch %d at %v", id, before.Epoch, before.Ended, r.Epoch, r.Ended)
			}
			first[id] = r
		}
	}
	for id, times := range s.diary.endings() {
		if times > 1 || !l.taken[id] {
			s.doubled++
			s.t.Errorf("job %s was ended %d times", id, times)
		}
	}
	if s.diary.mentions("panic:") || strings.Contains(strings.Join(s.diary.lines, "\n"), "rejected a result") {
		s.t.Error("a process has panicked, or a result was rejected")
	}
}
