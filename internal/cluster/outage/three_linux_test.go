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

// three holds the nodes of a cluster. A node that was killed can be restarted.
type three struct {
	diary    *diary
	settings []nodeSettings
	within   [][]string // command that runs each node

	mu    sync.Mutex
	nodes []*process
}

// outages returns the number of times that a test kills or cuts off a node: few by default, more
// for make outage.
func outages(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("TOURMALINE_OUTAGES"))
	if err != nil {
		return 2
	}
	return n
}

// keysFor creates the key file that all nodes share.
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

// freePorts returns unused addresses of this machine. It opens all of them before it closes any, so
// that they differ.
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

// onThisMachine returns three nodes on loopback addresses.
func onThisMachine(t *testing.T) *three {
	t.Helper()
	dir := t.TempDir()
	keys, ports := keysFor(t, dir), freePorts(t, 6)
	c := &three{diary: newDiary(t), within: make([][]string, 3)}
	for i := range 3 {
		name := fmt.Sprintf("node%d", i)
		c.settings = append(c.settings, nodeSettings{
			Dir: filepath.Join(dir, name), Name: name, Listen: ports[i], Cluster: ports[3+i], Routes: ports[3:], Keys: keys,
			Replicas: 3, Lease: 5 * time.Second,
		})
	}
	return c
}

// start starts all nodes and uploads the instance.
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

// servers returns the addresses of the nodes for workers.
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

// restart restarts a node that was killed. Clients can use it when it is ready.
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

// leader returns the index of the node that is the leader of the job records.
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
