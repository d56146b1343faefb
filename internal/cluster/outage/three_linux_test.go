package outage

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/broker"
)

// three are the nodes of a cluster. One that is killed can be started again.
type three struct {
	diary    *diary
	settings []nodeSettings
	within   [][]string // the command that each is started by

	mu    sync.Mutex
	nodes []*process
}

// outages is how many times something is killed or cut: few by default, more for make outage.
func outages(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("TOURMALINE_OUTAGES"))
	if err != nil {
		return 2
	}
	return n
}

// keysFor makes the file of keys that all nodes share.
func keysFor(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(dir, "engine.keys")
	e, err := broker.Start(t.Context(), broker.Options{Dir: filepath.Join(dir, "keys"), Keys: file})
	if err != nil {
		t.Fatal(err)
	}
	e.Shutdown()
	return file
}

// freePorts returns unused addresses of this machine. All are open at once, so that they differ.
func freePorts(t *testing.T, n int) []string {
	t.Helper()
	if n == 0 {
		return nil
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return append(freePorts(t, n-1), l.Addr().String())
}

// onThisMachine are three nodes on loopback addresses.
func onThisMachine(t *testing.T) *three {
	t.Helper()
	dir := t.TempDir()
	keys, ports := keysFor(t, dir), freePorts(t, 6)
	c := &three{diary: newDiary(t), within: make([][]string, 3)}
	for i := range 3 {
		name := fmt.Sprintf("node%d", i)
		c.settings = append(c.settings, nodeSettings{
			Dir: filepath.Join(dir, name), Name: name, Listen: ports[i], Cluster: ports[3+i], Routes: ports[3:], Keys: keys,
			Replicas: 3, AckWait: 5 * time.Second,
		})
	}
	return c
}

// start starts all nodes, and workers that know them all.
func (c *three) start(t *testing.T) {
	t.Helper()
	for i := range c.settings {
		c.nodes = append(c.nodes, c.launch(t, i))
	}
	for _, n := range c.nodes {
		n.ready(t)
	}
	if _, err := c.nodes[0].ask(request{Do: "upload"}); err != nil {
		t.Fatal(err)
	}
}

// servers are where workers find the nodes.
func (c *three) servers() (all []string) {
	for _, s := range c.settings {
		all = append(all, "nats://"+s.Listen)
	}
	return all
}

func (c *three) launch(t *testing.T, i int) *process {
	t.Helper()
	return spawn(t, c.diary, "node", c.settings[i].Name, c.settings[i], c.within[i]...)
}

// restart starts a node again that was killed. Clients find it when it is ready.
func (c *three) restart(t *testing.T, i int) {
	t.Helper()
	p := c.launch(t, i)
	p.ready(t)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[i] = p
}

func (c *three) all() []*process {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]*process{}, c.nodes...)
}

// leader is the number of the node that decides about the records of jobs.
func (c *three) leader(t *testing.T) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	leader := -1
	err := patiently(ctx, func(context.Context) error {
		for _, n := range c.all() {
			a, err := n.ask(request{Do: "leader", Key: "KV_JOBSTATE"})
			for i, s := range c.settings {
				if err == nil && a.Leader == s.Name {
					leader = i
					return nil
				}
			}
		}
		return fmt.Errorf("no leader")
	})
	if err != nil {
		t.Fatal(err)
	}
	return leader
}
