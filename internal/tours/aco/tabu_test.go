package aco

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Every tabu agrees with a set, for any order in which cities are marked.
func TestTabuKeepsTheContract(t *testing.T) {
	for kind := range Tabu(len(tabus)) {
		t.Run(kind.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.IntRange(1, 200).Draw(t, "n")
				order := rapid.Permutation(identity(n)).Draw(t, "order")
				tabu := newTabu(kind, n)
				tabu.Reset() // a tabu can be reused
				for _, c := range order[:n/2] {
					tabu.Mark(c)
				}
				tabu.Reset()
				left := identity(n)
				for _, c := range order {
					agrees(t, tabu, left, n)
					tabu.Mark(c)
					left = slices.DeleteFunc(left, func(o int32) bool { return o == c })
				}
				agrees(t, tabu, left, n)
			})
		})
	}
}

func identity(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

func agrees(t *rapid.T, tabu tabu, left []int32, n int) {
	for c := range int32(n) {
		if tabu.Visited(c) == slices.Contains(left, c) {
			t.Fatalf("%d of %v: visited %v", c, left, tabu.Visited(c))
		}
	}
	var listed []int32
	for i := range tabu.Length() {
		if c := tabu.Candidate(i); c != none {
			listed = append(listed, c)
		}
	}
	if open := all(tabu, nil); !slices.Equal(listed, open) {
		t.Fatalf("candidates one by one %v, at once %v", listed, open)
	}
	slices.Sort(listed)
	if !slices.Equal(listed, left) {
		t.Fatalf("candidates %v, left %v", listed, left)
	}
}

// The compact tabu lists cities in the same order as list compression [MMAS20 Figs. 3 and 4]. The
// example removes cities 2, 5 and 7 from eight cities.
func TestTabuExamplesOfThePaper(t *testing.T) {
	for kind, want := range map[Tabu][]int32{LC: {0, 1, 7, 3, 4, 6}, CT: {0, 1, 7, 3, 4, 6}, BT: {0, 1, 3, 4, 6, 7}} {
		tabu := newTabu(kind, 8)
		tabu.Reset()
		tabu.Mark(2)
		tabu.Mark(5)
		if got := all(tabu, nil); !slices.Equal(got, want) {
			t.Errorf("%v without 2 and 5: %v, want %v", kind, got, want)
		}
		tabu.Mark(7)
		want = slices.DeleteFunc(slices.Clone(want), func(c int32) bool { return c == 7 })
		if kind != BT {
			want = []int32{0, 1, 6, 3, 4}
		}
		if got := all(tabu, nil); !slices.Equal(got, want) {
			t.Errorf("%v without 2, 5 and 7: %v, want %v", kind, got, want)
		}
	}
}
