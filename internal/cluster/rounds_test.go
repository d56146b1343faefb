package cluster

import (
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// rounds submits islands that wait for each other, and gives each to a worker of its own.
func (s service) rounds(t *testing.T, name string, sessions ...string) (tasks []*protocol.Task, hands []*hand) {
	t.Helper()
	for i, session := range sessions {
		all, of := s.ringOf(t, func(spec *job.Spec) {
			spec.Archipelago, spec.Settings.Steps = name, 100
			spec.Rounds = job.Rounds{Steps: 10, Islands: len(sessions), Island: i + 1}
		}, session)
		tasks, hands = append(tasks, all[0]), append(hands, of[all[0].ID])
	}
	return tasks, hands
}

// round sends a tour and returns the tour of the previous island.
func (h *hand) round(t *testing.T, of *protocol.Task, number int, last bool, tour string) string {
	t.Helper()
	got, err := h.Round(t.Context(), protocol.Round{Claim: of.Claim, Number: number, Last: last, Tour: []byte(tour)})
	must(t, err)
	return string(got)
}

// Each island receives the tour that the previous island sent for the same round, however often it
// asks and whatever it sends later.
func TestRounds(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	tasks, hands := s.rounds(t, "pacific", "s1", "s2", "s3")
	if got := hands[1].round(t, tasks[1], 1, false, "b1"); got != "" {
		t.Errorf("before its tour is sent, an island has %q", got)
	}
	hands[0].round(t, tasks[0], 1, false, "a1")
	hands[0].round(t, tasks[0], 2, false, "a2")
	hands[0].round(t, tasks[0], 1, false, "another")
	for range 2 {
		if got := hands[1].round(t, tasks[1], 1, false, ""); got != "a1" {
			t.Errorf("round 1: %q", got)
		}
	}
	if got := hands[1].round(t, tasks[1], 2, false, "b2"); got != "a2" {
		t.Errorf("round 2: %q", got)
	}
	if got := hands[0].round(t, tasks[0], 1, false, ""); got != "" {
		t.Errorf("the first island has the tour %q of the last one", got)
	}
	hands[2].round(t, tasks[2], 1, false, "c1")
	if got := hands[0].round(t, tasks[0], 1, false, ""); got != "c1" {
		t.Errorf("the first island has the tour %q of the last one", got)
	}
}

// The tour of a search that has ended counts for all later rounds, but for none before.
func TestTheLastTourCountsForLaterRounds(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	tasks, hands := s.rounds(t, "pacific", "s1", "s2")
	hands[0].round(t, tasks[0], 1, false, "a1")
	if got := hands[0].round(t, tasks[0], 3, true, "end"); got != "" {
		t.Errorf("an island that has ended receives %q", got)
	}
	for number, want := range map[int]string{1: "a1", 2: "", 3: "end", 7: "end"} {
		if got := hands[1].round(t, tasks[1], number, false, ""); got != want {
			t.Errorf("round %d: %q, expected %q", number, got, want)
		}
	}
}

// Archipelagos, and instances with an archipelago of the same name, are separate. An island that
// another job has been before is refused.
func TestArchipelagosHaveTheirOwnRounds(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	tasks, hands := s.rounds(t, "pacific", "s1", "s2")
	hands[0].round(t, tasks[0], 1, false, "a1")
	others, of := s.rounds(t, "atlantic", "s3", "s4")
	if got := of[1].round(t, others[1], 1, false, "x"); got != "" {
		t.Errorf("the tour of another archipelago arrives: %q", got)
	}
	again, of := s.rounds(t, "pacific", "s5", "s6")
	_, err := of[0].Round(t.Context(), protocol.Round{Claim: again[0].Claim, Number: 1, Tour: []byte("z")})
	if !errors.Is(err, protocol.ErrInvalid) {
		t.Errorf("the name of an archipelago was used twice: %v", err)
	}
}

// Requests that are malformed, or from a worker without the job, change nothing.
func TestInvalidRounds(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	tasks, hands := s.rounds(t, "pacific", "s1", "s2")
	plain, other := s.ring(t, "pacific", "s3")
	forged := tasks[0].Claim
	forged.Secret = "guess"
	for _, c := range []struct {
		by   *hand
		r    protocol.Round
		want error
	}{
		{hands[0], protocol.Round{Claim: forged, Number: 1, Tour: []byte("x")}, protocol.ErrFenced},
		{hands[0], protocol.Round{Claim: tasks[0].Claim, Number: 0, Tour: []byte("x")}, protocol.ErrInvalid},
		{hands[0], protocol.Round{Claim: tasks[0].Claim, Number: 12, Tour: []byte("x")}, protocol.ErrInvalid},
		{hands[0], protocol.Round{Claim: tasks[0].Claim, Number: 1, Tour: make([]byte, protocol.MaxMigrant+1)}, protocol.ErrTooLarge},
		{other[plain[0].ID], protocol.Round{Claim: plain[0].Claim, Number: 1, Tour: []byte("x")}, protocol.ErrInvalid},
	} {
		if _, err := c.by.Round(t.Context(), c.r); !errors.Is(err, c.want) {
			t.Errorf("round %d of %s: %v, expected %v", c.r.Number, c.r.ID, err, c.want)
		}
	}
	if got := hands[1].round(t, tasks[1], 1, false, ""); got != "" {
		t.Errorf("a tour of a refused request arrives: %q", got)
	}
}

// A tour has at most five bytes for each city.
func TestLargeToursOfRoundsAreRefused(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	of, err := s.PutInstance(t.Context(), "acme", "square.csv", []byte(square))
	must(t, err)
	spec := job.Spec{Instance: of.Hash, File: "square.csv", Archipelago: "pacific", Rounds: job.Rounds{Steps: 1, Islands: 2, Island: 1}}
	spec.Settings.Steps = 3
	_, _, err = s.Submit(t.Context(), Submission{Tenant: "acme", Spec: spec, N: 4})
	must(t, err)
	h := s.hand(t, "pool", "s1")
	task := h.next()
	for size, want := range map[int]error{4 * protocol.PackedCity: nil, 4*protocol.PackedCity + 1: protocol.ErrInvalid} {
		_, err := h.Round(t.Context(), protocol.Round{Claim: task.Claim, Number: 1, Tour: make([]byte, size)})
		if !errors.Is(err, want) {
			t.Errorf("%d bytes: %v, expected %v", size, err, want)
		}
	}
}
