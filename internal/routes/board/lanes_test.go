package board

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/vrp"
	"pgregory.net/rapid"
)

// Lanes that change the plan at the same time leave a valid plan of the stated cost, as if they had
// done so one after another, and their changes can be undone. The race detector finds a lane that
// reads or writes what belongs to another one.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t)
		if err := b.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.Forget()
		b.Mark()
		count := rapid.IntRange(2, 4).Draw(t, "lanes")
		lanes := b.Lanes(count)
		for range 3 {
			first := int32(rapid.IntRange(0, int(b.n)-1).Draw(t, "first"))
			before := b.plan(nil, nil)
			b.Deal(lanes, first)
			b.divided(t, lanes)
			together(lanes, ruin)
			for _, l := range lanes {
				l.Rewind()
			}
			b.Gather(lanes)
			b.verify(t)
			if again := b.plan(nil, nil); !slices.Equal(again, before) {
				t.Fatalf("%v\nexpected\n%v", again, before)
			}
			b.Deal(lanes, first)
			for i, l := range lanes {
				ruin(l, i)
			}
			b.Gather(lanes)
			b.verify(t)
			after := fmt.Sprint(b.plan(nil, nil).Canonical())
			b.replan(before)
			b.Deal(lanes, first)
			together(lanes, ruin)
			b.Gather(lanes)
			b.verify(t)
			if again := fmt.Sprint(b.plan(nil, nil).Canonical()); again != after {
				t.Fatalf("%s\nexpected\n%s", again, after)
			}
		}
	})
}

// replan replaces the plan.
func (d drawn) replan(p vrp.Plan) {
	for r := range d.n {
		d.Take(r, 0, d.Size(r))
	}
	d.Forget()
	r := int32(0)
	for kind, stops := range p.Routes() {
		d.Place(r, kind, stops)
		r++
	}
}

// divided checks that each stop, route and vehicle belongs to one lane.
func (d drawn) divided(t *rapid.T, lanes []*Board) {
	owned := 0
	for i, l := range lanes {
		owned += len(l.own)
		for _, r := range l.used {
			for _, s := range l.Stops(nil, r) {
				if d.owner[s] != uint8(i) || !slices.Contains(l.own, s) {
					t.Fatalf("stop %d of lane %d belongs to lane %d", s, i, d.owner[s])
				}
			}
		}
	}
	for k := range d.kinds {
		if d.kinds[k].free != 0 {
			t.Fatalf("%d vehicles of kind %d belong to no lane", d.kinds[k].free, k)
		}
	}
	if owned != int(d.n) {
		t.Fatalf("%d stops, expected %d", owned, d.n)
	}
}

// together calls job for all lanes at the same time.
func together(lanes []*Board, job func(l *Board, lane int)) {
	done := make(chan bool)
	for i, l := range lanes {
		go func() {
			job(l, i)
			done <- true
		}()
	}
	for range lanes {
		<-done
	}
}

// ruin removes stops from a lane, inserts them again, and descends.
func ruin(l *Board, lane int) {
	random := rng.At(5, uint32(lane), 0)
	for range 4 {
		if len(l.own) == 0 {
			return
		}
		s := l.own[random.IntN(int32(len(l.own)))]
		if r := l.Route(s); r >= 0 {
			l.Take(r, l.At(s), l.At(s)+1)
		}
		left := slices.Clone(l.Absent())
		slices.Sort(left)
		for _, s := range left {
			l.Insert(s, false, 1<<28, &random)
		}
		for v, ok := l.queue.pop(); ok; v, ok = l.queue.pop() {
			for l.Route(v) >= 0 && l.improve(v) {
			}
		}
		l.Trim()
		l.Retype()
		l.Turn()
		l.Forget()
		l.Commit()
	}
}
