package lk

import "testing"

// ParseOperator accepts exactly the operator names.
func TestParseOperator(t *testing.T) {
	for _, o := range []Operator{TwoOpt, OrOpt, ThreeOpt, ThreeOptBest, LinKernighan} {
		if got, err := ParseOperator(o.String()); got != o || err != nil {
			t.Errorf("%v: %v, %v", o, got, err)
		}
	}
	for _, name := range []string{"", "LK", "4opt", "2opt-sweep"} {
		if got, err := ParseOperator(name); err == nil {
			t.Errorf("%q is %v", name, got)
		}
	}
}
