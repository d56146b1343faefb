package ga

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// naive builds a child exactly as [GA16 §2.1, §2.2 and §2.4] describe: it finds the legitimate
// nodes of each parent by scanning the parent place by place.
func naive(in *tsp.Instance, c Crossing, a, b tsp.Tour) tsp.Tour {
	visited := make([]bool, in.N())
	visited[0] = true
	child := tsp.Tour{0}
	for len(child) < in.N() {
		at := child[len(child)-1]
		next := int32(-1)
		for _, city := range legitimate(c, []tsp.Tour{a, b}, visited, at, int32(len(child))) {
			if next < 0 || in.Dist(at, next) >= in.Dist(at, city) {
				next = city
			}
		}
		visited[next] = true
		child = append(child, next)
	}
	return child
}

// legitimate returns the legitimate nodes of a city for a place of the child.
func legitimate(c Crossing, parents []tsp.Tour, visited []bool, at, place int32) (cities []int32) {
	for p, t := range parents {
		if c.Crossover == ARX && int32(p) != c.recommends(place) {
			continue
		}
		here, n := slices.Index(t, at), len(t)
		if c.Crossover == SCX {
			cities = append(cities, after(t[here+1:], visited))
			continue
		}
		forward, backward := here, here
		for visited[t[forward]] {
			forward = (forward + 1) % n
		}
		for visited[t[backward]] {
			backward = (backward + n - 1) % n
		}
		cities = append(cities, t[forward], t[backward])
	}
	return cities
}

// after returns the first unvisited city in a part of a parent, or in the template.
func after(t tsp.Tour, visited []bool) int32 {
	for _, c := range t {
		if !visited[c] {
			return c
		}
	}
	return int32(slices.Index(visited, false))
}

func drawGene(t *rapid.T, n int, name string) tsp.Tour {
	rest := make([]int32, n-1)
	for i := range rest {
		rest[i] = int32(i + 1)
	}
	return append(tsp.Tour{0}, rapid.Permutation(rest).Draw(t, name)...)
}

func drawCrossing(t *rapid.T, n int) Crossing {
	c := Crossing{Crossover: Crossover(rapid.IntRange(0, 2).Draw(t, "crossover")), First: rapid.Int32Range(0, 1).Draw(t, "first")}
	c.Switch[0] = rapid.Int32Range(1, int32(n)).Draw(t, "from")
	c.Switch[1] = rapid.Int32Range(c.Switch[0], int32(n)).Draw(t, "to")
	return c
}

// Children are permutations that start with city 0, and the linked nodes give the same legitimate
// nodes as a search through the parents.
func TestChildrenAreThoseOfTheNaiveSearch(t *testing.T) {
	instances := map[int][]*tsp.Instance{}
	for n := 1; n <= 40; n++ {
		instances[n] = []*tsp.Instance{generate(t, tsp.Uniform, n), generate(t, tsp.Drilling, n), windy(t, n)}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		in := rapid.SampledFrom(instances[n]).Draw(t, "instance")
		a, b, c, other := drawGene(t, n, "a"), drawGene(t, n, "b"), drawCrossing(t, n), drawCrossing(t, n)
		child, twin := make(tsp.Tour, n), make(tsp.Tour, n)
		x, y := newCrosser(in), newCrosser(in)
		x.start(c, a, b, child)
		y.start(other, b, a, twin)
		if err := build(t.Context(), x, y); err != nil {
			t.Fatal(err)
		}
		if want := naive(in, other, b, a); !slices.Equal(twin, want) {
			t.Fatalf("%v of %v and %v: got %v, want %v", other, b, a, twin, want)
		}
		if err := in.Check(child); err != nil || child[0] != 0 {
			t.Fatalf("%v begins with %d: %v", child, child[0], err)
		}
		if want := naive(in, c, a, b); !slices.Equal(child, want) {
			t.Fatalf("%v of %v and %v: got %v, want %v", c, a, b, child, want)
		}
	})
}

// jumps contains the indices of [GA16 §2.3]: the distance from each place of a chromosome to the
// next unvisited place, forwards and backwards.
type jumps struct{ forward, backward []int }

// newJumps returns the initial indices of [GA16 Table 1].
func newJumps(n int) jumps {
	j := jumps{make([]int, n), make([]int, n)}
	for i := range n {
		j.forward[i], j.backward[i] = 1, 1
	}
	j.forward[n-1], j.backward[1] = 2, 2
	return j
}

// visit updates the indices by [GA16 eq. 1].
func (j jumps) visit(i int) {
	n := len(j.forward)
	before, after := ((i-j.backward[i])%n+n)%n, (i+j.forward[i])%n
	f, b := j.forward[i], j.backward[i]
	j.forward[before] += f
	j.backward[after] += b
}

// At every place of the child, the nodes of the unvisited cities and of the last visited city
// contain the cities to which the jump indices of both parents lead.
func TestNodesAreWhatJumpIndicesLeadTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 30).Draw(t, "n")
		parents := []tsp.Tour{drawGene(t, n, "a"), drawGene(t, n, "b")}
		x := &crosser{nodes: make([]node, n)}
		indices := []jumps{newJumps(n), newJumps(n)}
		for p, parent := range parents {
			x.link(parent, p)
		}
		x.visit(0)
		visited := make([]bool, n)
		visited[0] = true
		for at, left := int32(0), n-1; ; left-- {
			for p, parent := range parents {
				for i, c := range parent {
					if visited[c] && c != at || left == 0 {
						continue
					}
					next := parent[(i+indices[p].forward[i])%n]
					prev := parent[((i-indices[p].backward[i])%n+n)%n]
					if x.nodes[c].next[p] != next || x.nodes[c].prev[p] != prev {
						t.Fatalf("parent %d, city %d: nodes say %v, jumps %d and %d", p, c, x.nodes[c], next, prev)
					}
				}
			}
			if left == 0 {
				return
			}
			choices := []int32{x.nodes[at].next[0], x.nodes[at].prev[0], x.nodes[at].next[1], x.nodes[at].prev[1]}
			at = rapid.SampledFrom(choices).Draw(t, "city")
			if visited[at] {
				t.Fatalf("city %d is a legitimate node, and was visited", at)
			}
			visited[at] = true
			x.visit(at)
			for p, parent := range parents {
				indices[p].visit(slices.Index(parent, at))
			}
		}
	})
}

// In the example of [GA16 §2.2], which numbers cities from 1, the first parent has no city left for
// SCX after 1 and 5, so SCX takes 2 from the template. BCSCX continues to 3.
func TestTheExampleOfThePaper(t *testing.T) {
	a, b := tsp.Tour{0, 2, 6, 5, 1, 3, 4}, tsp.Tour{0, 4, 6, 1, 5, 2, 3}
	visited := []bool{true, false, false, false, true, false, false}
	if got := after(a[7:], visited); got != 1 {
		t.Errorf("SCX takes city %d from the template, the paper takes 2", got+1)
	}
	x := &crosser{nodes: make([]node, 7)}
	x.link(a, 0)
	x.link(b, 1)
	if got := x.nodes[4].next[0]; got != 0 {
		t.Errorf("for SCX the first parent leads from 5 to %d, expected its end", got+1)
	}
	x.visit(0)
	x.visit(4)
	if got := x.nodes[4].next[0]; got != 2 {
		t.Errorf("BCSCX goes from 5 to %d on the first parent, the paper to 3", got+1)
	}
	if j := newJumps(7); j.forward[6] != 2 || j.backward[1] != 2 {
		t.Errorf("Table 1 has 2 and 2, not %d and %d", j.forward[6], j.backward[1])
	}
}

// The two children of ARX exchange the roles of their parents [GA16 Fig. 2].
func TestARXTakesTurns(t *testing.T) {
	alpha := Crossing{Crossover: ARX, Switch: [2]int32{3, 6}}
	beta := alpha
	beta.First = 1
	for place, want := range []int32{0, 0, 0, 1, 1, 1, 0, 0} {
		if a, b := alpha.recommends(int32(place)), beta.recommends(int32(place)); a != want || b != 1-want {
			t.Errorf("place %d: parents %d and %d recommend, expected %d and %d", place, a, b, want, 1-want)
		}
	}
}
