package local_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// A residence is a mirror on which walks stay: it also makes the moves.
type residence struct {
	*mirror
	most  int
	stays int // number of calls of PickTurns
}

func (r *residence) MostTurns() int { return r.most }

func (r *residence) PickTurns(ctx context.Context, turns []local.DeviceTurn, tenures []int32, chosen []moves.Choice) error {
	r.stays++
	now := make([]local.DeviceTurn, len(turns))
	for i, t := range turns {
		rule := *t.Rule
		now[i] = t
		now[i].Rule = &rule
	}
	fault := r.fault
	for at := 0; at < len(chosen); at += len(turns) {
		if fault != nil && at >= len(chosen)/2 { // some of the turns are made
			r.fault, r.known = nil, make([]*int32, len(r.known))
			return fault
		}
		r.fault = nil
		if err := r.Pick(ctx, now, chosen[at:][:len(turns)]); err != nil {
			return err
		}
		for i := range now {
			now[i].Changed, now[i].Marks = false, nil
			r.move(i, now[i].Rule, chosen[at+i], tenures[3*(at+i):][:3])
		}
	}
	return nil
}

// move makes a move of a walk and passes to the next turn.
func (r *residence) move(i int, rule *moves.Rule, c moves.Choice, tenures []int32) {
	if c.Move >= 0 {
		side := &r.sides[i][c.Move]
		r.untils[i][2*int32(c.Move)+*side] = rule.Step + tenures[0]
		*side ^= 1
		rule.Aspire = min(rule.Aspire-c.Delta, 0)
	}
	rule.Step++
	rule.Long++
}

// Walks that stay on a device for many turns have the same course as on threads, even after a fault
// that is reported when some of the turns are made.
func TestWalksStayOnADevice(t *testing.T) {
	const walks = 3
	in := graph(t, 40)
	p := local.TabuDefaults(in.N(), 2*in.N())
	p.Common = local.Common{Walks: walks, Turns: 9}
	for _, most := range []int{0, 1, 2, 4, 9, 100} {
		m := &residence{mirror: newMirror(in, walks), most: most}
		device, err := local.New(cuts(in), p, 3, local.OnDevice(m, cutKernels()))
		if err != nil {
			t.Fatal(err)
		}
		host := begin(t, cuts(in), p, 3, 1)
		for step := range 20 {
			if step%3 == 1 {
				fault := errors.New("fault")
				m.fault = fault
				if err := device.Step(t.Context()); !errors.Is(err, fault) {
					t.Fatalf("step %d: %v", step, err)
				}
				m.fault = nil
			}
			if err := errors.Join(device.Step(t.Context()), host.Step(t.Context())); err != nil {
				t.Fatal(err)
			}
			if device.Cost() != host.Cost() || fmt.Sprint(device.Best()) != fmt.Sprint(host.Best()) {
				t.Fatalf("most %d, step %d: cost %v, threads have %v", most, step, device.Cost(), host.Cost())
			}
		}
		if (m.stays > 0) != (most > 1) {
			t.Errorf("walks stayed %d times for at most %d turns", m.stays, most)
		}
	}
}
