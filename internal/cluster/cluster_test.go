package cluster

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A service is a store on its own broker, with a hub and optionally a worker.
type service struct {
	*Store
	hub *Hub
}

func start(t *testing.T, slots int) service {
	t.Helper()
	return startIn(t, t.TempDir(), slots)
}

func startIn(t *testing.T, dir string, slots int) service {
	t.Helper()
	e, err := broker.Start(t.Context(), broker.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	nc, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	s, err := Create(t.Context(), nc, Options{AckWait: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	made := service{s, s.Follow(t.Context(), slog.New(slog.DiscardHandler))}
	if slots > 0 {
		made.run(t, "test", slots)
	}
	<-made.hub.Ready()
	return made
}

// run runs a worker until the test ends.
func (s service) run(t *testing.T, name string, slots int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- s.NewWorker(WorkerOptions{Name: name, Slots: slots, Cores: 1}).Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
}

func (s service) submit(t *testing.T, file, data string, settings job.Settings) *Record {
	t.Helper()
	u, err := s.PutInstance(t.Context(), "acme", file, []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	r, _, err := s.Submit(t.Context(), Submission{Tenant: "acme", Spec: job.Spec{Instance: u.Hash, File: file, Settings: settings}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (s service) ended(t *testing.T, r *Record) *Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := s.hub.Wait(ctx, r.Tenant, r.ID); err != nil {
		t.Fatal(err)
	}
	r, err := s.Get(ctx, r.Tenant, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const square = "name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\ne,5,4\n"

// A worker runs a submitted job and stores a correct result.
func TestAJobIsDone(t *testing.T) {
	s := start(t, 1)
	r := s.ended(t, s.submit(t, "square.csv", square, job.Settings{}))
	if r.State != Done || r.Digest == nil {
		t.Fatalf("ended as %s: %+v", r.State, r.Faults)
	}
	if p := r.Digest.Picked; r.Digest.Algorithm != "exact" || p == nil || !strings.HasPrefix(p.Why, "5 cities with a limit of 0.5 s on ") {
		t.Errorf("auto picked %s: %+v", r.Digest.Algorithm, p)
	}
	result, err := s.ResultBytes(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	in, err := r.Spec.Open([]byte(square), job.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.Verify(result)
	if err != nil || v.Cost != r.Digest.Cost {
		t.Errorf("verified as %v, the record says %v: %v", v.Cost, r.Digest.Cost, err)
	}
}

// A job with an invalid instance fails and reports the reason.
func TestAJobFails(t *testing.T) {
	s := start(t, 1)
	r := s.ended(t, s.submit(t, "square.csv", "name,x,y\na,0,zero\n", job.Settings{}))
	if r.State != Failed || len(r.Faults) == 0 {
		t.Errorf("ended as %s: %+v", r.State, r.Faults)
	}
}

// deadLetter waits for the dead letter of a job, which is written after the job has ended, and
// returns it.
func deadLetter(t *testing.T, s *Store, r *Record) []byte {
	t.Helper()
	c, err := s.js.OrderedConsumer(t.Context(), deadStream, jetstream.OrderedConsumerConfig{FilterSubjects: []string{deadSubject + r.Key()}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Next(jetstream.FetchMaxWait(30 * time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return m.Data()
}
