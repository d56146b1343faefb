//go:build figures

package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// A rig is a service of one or three servers, and what the simulated clients and workers need.
type rig struct {
	t        *testing.T
	binary   string
	dir      string // folder of the data of all nodes
	many     string // token of the tenant with many jobs
	few      string // token of the tenant with few jobs
	ports    []string
	nodes    []*rigNode
	body     string // a submission
	template cluster.Record
	result   []byte // a result that the servers accept
}

// A rigNode is a server process of a rig.
type rigNode struct {
	served
	broker string // URL for workers
}

// newRig starts the servers in memory and runs one job, whose record and result are the templates
// of all others.
func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, binary: *rigSize.binary, ports: freePorts(t, 3**rigSize.nodes)}
	if r.binary == "" {
		r.binary = command(t)
	}
	r.heading()
	if *rigSize.from != "" {
		r.dir = *rigSize.from
		r.copyTo(t.TempDir())
	} else {
		dir, err := os.MkdirTemp(*rigSize.memory, "rig") //nolint:usetesting // in memory
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		r.dir = dir
	}
	r.many, r.few = r.token("many"), r.token("few")
	r.start("1")
	r.learn()
	r.stop()
	r.start("0")
	return r
}

func freePorts(t *testing.T, n int) (all []string) {
	t.Helper()
	seen := map[string]bool{}
	for len(all) < n {
		if p := freePort(t); !seen[p] {
			seen[p], all = true, append(all, p)
		}
	}
	return all
}

func (r *rig) token(tenant string) string {
	text, _, err := access.Editor{Path: filepath.Join(r.dir, "tokens.json"), Files: outfile.OS()}.Create(
		access.Grant{Tenant: tenant, Scopes: access.Scopes()}, time.Now())
	if err != nil {
		r.t.Fatal(err)
	}
	return text
}

// keys returns the path of the key file that all nodes share.
func (r *rig) keys() string { return filepath.Join(r.dir, "engine.keys") }

// start starts all nodes and waits until they are ready.
func (r *rig) start(slots string) {
	r.t.Helper()
	n := *rigSize.nodes
	r.nodes = make([]*rigNode, n)
	var wg sync.WaitGroup
	for i := range n {
		args := []string{
			"--engine-listen", r.ports[n+i], "--slots", slots, "--nats-keys", r.keys(), "--tokens", filepath.Join(r.dir, "tokens.json"),
			"--max-queued", "100000000", "--ack-wait", "30s",
		}
		if n > 1 {
			args = append(args, "--name", fmt.Sprint("node", i), "--cluster", r.ports[2*n+i], "--routes", strings.Join(r.ports[2*n:], ","), "--replicas", strconv.Itoa(n))
		}
		r.nodes[i] = &rigNode{broker: "nats://" + r.ports[n+i]}
		r.nodes[i].url = "http://" + r.ports[i]
		r.nodes[i].launch(r, r.ports[i], filepath.Join(r.dir, fmt.Sprint("node", i)), args)
		wg.Go(func() { r.nodes[i].await(r.t) })
		if _, err := os.Stat(r.keys()); i == 0 && err != nil {
			for range 1000 { // the first node writes the keys
				if _, err := os.Stat(r.keys()); err == nil {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
	wg.Wait()
	if r.t.Failed() {
		r.t.FailNow()
	}
}

// startLimit is the time after which a server that is not ready fails the test.
const startLimit = 10 * time.Minute

func (n *rigNode) launch(r *rig, at, data string, args []string) {
	n.process = launch(r.t, r.binary, append([]string{"serve", "--listen", at, "--data", data, "--log-level", "error"}, args...)...)
}

// await waits until the server is ready.
func (n *rigNode) await(t *testing.T) {
	began := time.Now()
	for time.Since(began) < startLimit {
		if a, err := http.Get(n.url + "/readyz"); err == nil {
			_ = a.Body.Close()
			if a.StatusCode == http.StatusOK {
				n.ready = time.Since(began)
				return
			}
		}
		select {
		case <-n.over:
			t.Error("a server has ended")
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
	t.Error("a server never becomes ready")
}

func (r *rig) stop() {
	for _, n := range r.nodes {
		n.end()
	}
}

// toDisk moves the data to the disk and starts the servers again.
func (r *rig) toDisk() {
	r.t.Helper()
	r.stop()
	memory := r.dir
	if *rigSize.dir != "" {
		r.copyTo(*rigSize.dir)
		r.t.Log("the data stays in ", r.dir)
	}
	r.copyTo(r.t.TempDir())
	_ = os.RemoveAll(memory)
	r.start("0")
}

// copyTo copies the data to a folder and uses the copy.
func (r *rig) copyTo(folder string) {
	r.t.Helper()
	if out, err := exec.CommandContext(r.t.Context(), "cp", "-a", r.dir, folder).CombinedOutput(); err != nil {
		r.t.Fatalf("%v: %s", err, out) // -a keeps permissions; keys that others can read are rejected
	}
	r.dir = filepath.Join(folder, filepath.Base(r.dir))
}

// as makes a request with a token.
func (n *rigNode) as(token, method, path, body string, status int) ([]byte, error) {
	return n.ask(method, path, body, map[string]string{"Authorization": "Bearer " + token, "Content-Type": "application/json"}, status)
}

// status returns a value of the process in MB.
func (n *rigNode) status(t *testing.T, name string) float64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), name)
	kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	if err != nil {
		t.Fatal(err)
	}
	return kb * 1024 / 1e6
}

// learn runs one job of each tenant and keeps the record and the result.
func (r *rig) learn() {
	r.t.Helper()
	const file = "name,x,y\na,0,0\nb,0,9\nc,9,9\nd,9,0\ne,5,5\n"
	n := r.nodes[0]
	var hash struct{ Hash string }
	for _, token := range []string{r.few, r.many} {
		data, err := n.as(token, "POST", "/v1/instances?file=cities.csv", file, http.StatusCreated)
		if err != nil { // data of an earlier run has the instance already
			data, err = n.as(token, "POST", "/v1/instances?file=cities.csv", file, http.StatusOK)
		}
		if err == nil {
			err = json.Unmarshal(data, &hash)
		}
		if err != nil {
			r.t.Fatal(err)
		}
	}
	r.body = spec(hash.Hash, `"seed":1,"max_steps":1`)
	data, err := n.ask("POST", "/v1/jobs", r.body, map[string]string{"Authorization": "Bearer " + r.many, "Content-Type": "application/json", "Prefer": "wait=30"}, http.StatusOK)
	if err != nil {
		r.t.Fatal(err)
	}
	var a answered
	if err := json.Unmarshal(data, &a); err != nil || a.State != "done" {
		r.t.Fatal(err, a)
	}
	if r.result, err = n.as(r.many, "GET", "/v1/jobs/"+a.ID+"/result", "", http.StatusOK); err != nil {
		r.t.Fatal(err)
	}
	_, js := r.connect()
	records, err := js.KeyValue(r.t.Context(), "JOBSTATE")
	if err != nil {
		r.t.Fatal(err)
	}
	e, err := records.Get(r.t.Context(), "many."+a.ID)
	if err == nil {
		err = json.Unmarshal(e.Value(), &r.template)
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// connect connects to the broker with the key of the servers.
func (r *rig) connect() (*nats.Conn, jetstream.JetStream) {
	r.t.Helper()
	options, err := broker.ServerOptions(r.keys())
	if err != nil {
		r.t.Fatal(err)
	}
	nc, err := nats.Connect(r.nodes[0].broker, options...)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(nc.Close)
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(4096))
	if err != nil {
		r.t.Fatal(err)
	}
	return nc, js
}

// fill writes the records of jobs directly, because submitting and solving them would take hours.
// They are copies of the record of a real job with other ids and times.
func (r *rig) fill(n int, state cluster.State) {
	r.t.Helper()
	nc, js := r.connect()
	defer nc.Close()
	began, start, span := time.Now(), time.Now().Add(-time.Hour), time.Hour
	if state == cluster.Queued {
		start, span = time.Now(), time.Second
	}
	for i := range n {
		c := r.template
		c.ID = fmt.Sprintf("%s%021x", string(state[:1]), i*7919) // as long as the ids of real jobs, except for 4 letters
		c.Created = start.Add(time.Duration(i) * span / time.Duration(n))
		c.Started, c.Ended = c.Created.Add(time.Millisecond), c.Created.Add(2*time.Millisecond)
		if c.State = state; state == cluster.Queued {
			c = cluster.Record{Schema: c.Schema, Tenant: c.Tenant, ID: c.ID, Spec: c.Spec, N: c.N, State: state, Created: c.Created}
		}
		data, err := json.Marshal(c)
		if err != nil {
			r.t.Fatal(err)
		}
		for {
			_, err = js.PublishAsync("$KV.JOBSTATE."+c.Key(), data)
			if err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Hour)
	defer cancel()
	select {
	case <-js.PublishAsyncComplete():
	case <-ctx.Done():
	}
	if js.PublishAsyncPending() > 0 {
		r.t.Fatal("cannot fill the store")
	}
	r.row(fmt.Sprintf("writing %d records of %s jobs directly", n, state), "%.0f/s", float64(n)/time.Since(began).Seconds())
}
