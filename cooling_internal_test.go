package tourmaline

import (
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

func TestCoolingRule(t *testing.T) {
	const s = time.Second
	rule := coolingRule(2*s, 0.5, 4*s, "why")
	for at, want := range map[time.Duration]search.Verdict{
		2 * s: {Used: 0.5, Until: 4 * s},
		3 * s: {Used: 0.75, Until: 4 * s},
		4 * s: {Used: 1, Reason: "why", Until: 4 * s},
	} {
		if got := rule(search.Progress{Elapsed: at}); got != want {
			t.Errorf("after %v: %+v, want %+v", at, got, want)
		}
	}
	if got := coolingRule(2*s, 0.5, 2*s, "why")(search.Progress{Elapsed: 2 * s}); got.Reason != "why" {
		t.Errorf("no time to cool: %+v", got)
	}
}
