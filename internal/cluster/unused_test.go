package cluster

import (
	"errors"
	"testing"
	"time"
)

// Instances are deleted after the retention time unless a job refers to them or they were used
// again.
func TestUnusedInstancesAreDeleted(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	now := time.Now()
	s.clock.local = func() time.Time { return now }
	const age = 24 * time.Hour
	unused, again := s.upload(t, "acme", string(randomBytes(inlineSize+1))), s.upload(t, "acme", "x,y\n1,2\n")
	referred := s.submit(t, "acme")
	if _, err := s.Cancel(t.Context(), referred.Tenant, referred.ID); err != nil {
		t.Fatal(err)
	}
	s.await(t, referred, is(Cancelled))

	for hours, want := range []int{3, 3, 3} {
		now = now.Add(time.Duration(hours) * time.Hour)
		s.sweepInstances(t, age, want)
	}
	now = now.Add(age)
	if _, err := s.UseInstance(t.Context(), "acme", again.Hash); err != nil {
		t.Fatal(err)
	}
	s.sweepInstances(t, age, 2)
	if _, err := s.Instance(t.Context(), "acme", unused.Hash); !errors.Is(err, ErrNotFound) {
		t.Errorf("the unused instance: %v", err)
	}
	if n := messages(t, s.instances); n != 0 {
		t.Errorf("%d messages of the unused instance are left", n)
	}
	now = now.Add(age + 2*useInterval)
	s.sweepInstances(t, age, 1)
	if _, err := s.Instance(t.Context(), "acme", referred.Spec.Instance); err != nil {
		t.Errorf("the instance of a job: %v", err)
	}
	r, err := s.Get(t.Context(), referred.Tenant, referred.ID)
	if err == nil {
		err = s.Delete(t.Context(), r)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.untilRemoved(t, r)
	now = now.Add(age + 2*useInterval)
	s.sweepInstances(t, age, 0)
}

// sweepInstances deletes unused instances and checks how many are left.
func (s service) sweepInstances(t *testing.T, age time.Duration, want int) {
	t.Helper()
	if err := s.hub.removeUnusedInstances(t.Context(), age); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Instances(t.Context(), "acme"); err != nil || len(all) != want {
		t.Errorf("%d instances, expected %d: %v", len(all), want, err)
	}
}

// untilRemoved waits until the hub knows that a job was deleted.
func (s service) untilRemoved(t *testing.T, r *Record) {
	t.Helper()
	changes, done := s.hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		if _, ok := s.hub.View(r.Tenant, r.ID, NoEvents); !ok {
			return
		}
		select {
		case <-changes:
		case <-t.Context().Done():
			t.Fatal("the hub still has the job")
		}
	}
}

// An instance that is used while the sweeper decides about it is kept.
func TestAUseBeatsTheSweeper(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	now := time.Now()
	s.clock.local = func() time.Time { return now }
	u := s.upload(t, "acme", square)
	found, err := s.manifests.list(t.Context(), "*.*", 1)
	if err != nil || len(found) != 1 {
		t.Fatalf("%d instances: %v", len(found), err)
	}
	now = now.Add(2 * useInterval)
	if _, err := s.UseInstance(t.Context(), "acme", u.Hash); err != nil {
		t.Fatal(err)
	}
	if err := s.removeUnused(t.Context(), found[0], false); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Instance(t.Context(), "acme", u.Hash); err != nil {
		t.Error(err)
	}
}
