package ils

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
)

// The struct tag lists the operators that the parser accepts: the operators of package lk and all
// kinds of sweeps.
func TestOperatorsAreTheParsers(t *testing.T) {
	all := params.Describe(Params{})
	i := slices.IndexFunc(all, func(p params.Param) bool { return p.Name == "operator" })
	var queues, sweeps []string
	for _, name := range all[i].Choices {
		if _, err := parseOperator(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if kind, ok := strings.CutSuffix(name, sweepSuffix); ok {
			sweeps = append(sweeps, kind)
		} else {
			queues = append(queues, name)
		}
	}
	_, queue := lk.ParseOperator("")
	_, kind := sweep.ParseKind("")
	for err, names := range map[error][]string{queue: queues, kind: sweeps} {
		if list := strings.Join(names, ", "); !strings.HasSuffix(err.Error(), "one of "+list) {
			t.Errorf("the tag has %s: %v", list, err)
		}
	}
}

// A walk of 100 million steps took seconds, in which no search ended.
func TestWalksAreShort(t *testing.T) {
	for segment, want := range map[int]int32{50: 50, longestWalk: longestWalk, 100_000_000: longestWalk} {
		p := Params{Kick: "walk", Segment: segment}
		if k := p.kick(nil, 0); !k.Walk || k.Size != want {
			t.Errorf("segment=%d: %+v, expected a walk of %d steps", segment, k, want)
		}
	}
}
