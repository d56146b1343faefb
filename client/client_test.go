package client_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/client"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/service"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const stops = "name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\ne,5,4\n"

// connect runs a service until the test ends, and returns a client of it.
func connect(t *testing.T, slots int) *client.Client {
	t.Helper()
	ready, over := make(chan string, 1), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		over <- service.Run(ctx, service.Options{
			Listen: "127.0.0.1:0", Data: t.TempDir(), Slots: slots, Threads: 1, Log: slog.New(slog.DiscardHandler),
			Ready: func(at service.Addresses) error { ready <- at.HTTP; return nil },
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	select {
	case url := <-ready:
		c, err := client.Connect(url, client.Options{FirstTimeout: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		return c
	case err := <-over:
		over <- nil
		t.Fatal(err)
		return nil
	}
}

// upload returns a job whose file is stored.
func upload(t *testing.T, c *client.Client, limits tourmaline.Limits) client.Spec {
	t.Helper()
	s, err := c.Upload(t.Context(), client.Spec{
		File: "stops.csv", Label: "Monday", Labels: map[string]string{"team": "north"}, Route: client.Route{Start: "b"},
		Settings: client.Settings{Algorithm: "ils", Seed: 7, Limits: limits},
	}, []byte(stops))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A job from its submission to its result.
func TestAJob(t *testing.T) {
	c := connect(t, 1)
	spec := upload(t, c, tourmaline.Limits{Steps: 20})
	j, err := c.Submit(t.Context(), spec, "key")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Submit(t.Context(), spec, "key"); err != nil || again.ID != j.ID {
		t.Errorf("the same key gives %s and %s: %v", j.ID, again.ID, err)
	}
	for e, err := range c.Watch(t.Context(), j.ID) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Job != nil {
			j = *e.Job
		}
	}
	if j.State != client.Done || !j.State.Ended() || j.Digest == nil || j.N != 5 || j.Started.IsZero() || j.Ended.Before(j.Started) || !reflect.DeepEqual(j.Spec, spec) {
		t.Fatalf("ended as %+v", j)
	}
	r, err := c.Result(t.Context(), j.ID)
	if err != nil {
		t.Fatal(err)
	}
	if best, err := tourmaline.Best[tsp.Tour](r); err != nil || len(best) != 5 || r.Cost != j.Digest.Cost || r.Labels[0] != "b" {
		t.Errorf("the result: %v, %+v", err, r)
	}
	if err := c.Erase(t.Context(), j.ID); err != nil {
		t.Error(err)
	}
	var p *client.Problem
	if _, err := c.Get(t.Context(), j.ID); !errors.As(err, &p) || p.Status != 404 || p.Code != "not_found" {
		t.Errorf("an erased job: %v", err)
	}
}

// A batch submits many jobs; the list returns all of them, and cancelling ends them.
func TestABatch(t *testing.T) {
	c := connect(t, 0)
	spec := upload(t, c, tourmaline.Limits{Time: time.Hour})
	var jobs []client.Submission
	for i := range 250 { // more than one request
		jobs = append(jobs, client.Submission{Key: fmt.Sprint(i), Spec: spec})
	}
	jobs[100].Spec.Settings.Algorithm = "magic"
	outcomes, err := c.SubmitBatch(t.Context(), jobs)
	if err != nil || len(outcomes) != len(jobs) {
		t.Fatalf("%d outcomes: %v", len(outcomes), err)
	}
	var ids []string
	for i, o := range outcomes {
		switch {
		case i == 100 && (o.Err == nil || o.Err.Code != "unknown_algorithm" || o.Err.Faults[0].Field != "settings.algorithm"):
			t.Errorf("a wrong job: %+v", o)
		case i != 100 && o.Err != nil:
			t.Fatal(o.Err)
		case i != 100:
			ids = append(ids, o.Job.ID)
		}
	}
	var listed []string
	for j, err := range c.List(t.Context(), client.Filter{State: client.Queued, Labels: []string{"team=north"}}) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, j.ID)
	}
	slices.Sort(ids)
	slices.Sort(listed)
	if !slices.Equal(ids, listed) {
		t.Errorf("%d jobs are listed, expected %d", len(listed), len(ids))
	}
	if j, err := c.Cancel(t.Context(), ids[0]); err != nil || j.State != client.Cancelled || !j.Cancel {
		t.Errorf("cancelled: %+v, %v", j, err)
	}
	for _, err := range c.List(t.Context(), client.Filter{Labels: []string{"Team"}}) {
		if p := (*client.Problem)(nil); !errors.As(err, &p) || p.Status != 422 {
			t.Errorf("a wrong label: %v", err)
		}
	}
}

func TestUnreachable(t *testing.T) {
	if _, err := client.Connect("localhost", client.Options{}); err == nil {
		t.Error("a URL without a scheme is accepted")
	}
	c, err := client.Connect("http://127.0.0.1:1", client.Options{FirstTimeout: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get(t.Context(), "x"); !errors.Is(err, client.ErrUnreachable) {
		t.Errorf("found %v", err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Submit(over, client.Spec{}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("found %v", err)
	}
}

// Every field of a job can be set with this package.
func TestSpecIsComplete(t *testing.T) {
	names := func(t reflect.Type) (all []string) {
		for _, f := range reflect.VisibleFields(t) {
			all = append(all, f.Name)
		}
		return all
	}
	if got, want := names(reflect.TypeFor[client.Spec]()), names(reflect.TypeFor[job.Spec]()); !slices.Equal(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
}
