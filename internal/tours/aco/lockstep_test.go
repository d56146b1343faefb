package aco

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A plainMemory holds trails as [ACS16 §3.2] describes them: all of them or, if most is positive,
// the most recently added trails of each city, oldest first.
type plainMemory struct {
	initial float32
	most    int
	trails  map[int32][]plainTrail
}

type plainTrail struct {
	to    int32
	level float32
}

func (m *plainMemory) level(from, to int32) float32 {
	for _, t := range m.trails[from] {
		if t.to == to {
			return t.level
		}
	}
	return m.initial
}

func (m *plainMemory) set(from, to int32, level float32) {
	row := m.trails[from]
	if i := slices.IndexFunc(row, func(t plainTrail) bool { return t.to == to }); i >= 0 {
		row[i].level = level
		return
	}
	if row = append(row, plainTrail{to, level}); m.most > 0 && len(row) > m.most {
		row = row[1:]
	}
	m.trails[from] = row
}

// A plainColony constructs tours by the greedy rule alone [ACS16 Fig. 3, line 13].
type plainColony struct {
	*testing.T
	memory *plainMemory
	ground *Terrain
	tours  [][]int32
}

// choose appends the best city to the tour of an ant.
func (c *plainColony) choose(ant int) {
	tour, g := c.tours[ant], c.ground
	from := tour[len(tour)-1]
	products, weights := make([]float32, g.Candidates), make([]uint32, g.Candidates)
	list := g.City[int(from)*g.Width:][:g.Candidates]
	for k, to := range list {
		products[k] = g.product(c.memory.level(from, to), g.edge(from, to))
	}
	RWM.encode(products, weights)
	best := -1
	for k, to := range list {
		if !slices.Contains(tour, to) && (best < 0 || weights[k] > weights[best]) {
			best = k
		}
	}
	c.tours[ant] = append(tour, list[best])
}

// worn returns the updated level of an edge [ACS16 eq. 3].
func (c *plainColony) worn(from, to int32) float32 {
	rho := c.ground.Wear
	return float32((1-rho)*c.memory.level(from, to)) + float32(rho*c.memory.initial)
}

// wear updates the edge of a step immediately.
func (c *plainColony) wear(ant, step int) {
	from, to := c.tours[ant][step-1], c.tours[ant][step%c.ground.N]
	c.memory.set(from, to, c.worn(from, to))
	c.memory.set(to, from, c.worn(to, from))
}

// run constructs the tours of a wave. A step is [ACS16 Fig. 2, lines 7 to 11] with updates in the
// order of the given rule.
func (c *plainColony) run(rule string, ants []int) {
	for step := 1; step <= c.ground.N; step++ {
		updated := map[[2]int32]float32{}
		var order [][2]int32
		for _, ant := range ants {
			if step < c.ground.N {
				c.choose(ant)
			}
			if step%c.ground.Period != 0 {
				continue
			}
			if rule == "sequential" {
				c.wear(ant, step)
				continue
			}
			from, to := c.tours[ant][step-1], c.tours[ant][step%c.ground.N]
			for _, edge := range [][2]int32{{from, to}, {to, from}} {
				order = append(order, edge)
				updated[edge] = c.worn(edge[0], edge[1])
			}
		}
		for _, edge := range order {
			level := updated[edge]
			if rule == "step" { // no update is lost
				level = c.worn(edge[0], edge[1])
			}
			c.memory.set(edge[0], edge[1], level)
		}
	}
}

// Ants construct the tours, and leave the trails, of a direct implementation of [ACS16 Fig. 2] in
// which an ant updates its edge before the next ant chooses (sequential), all ants choose first
// (step), or all ants of a wave choose and read first, so that simultaneous updates of an edge are
// lost (immediate).
func TestTheOrderOfUpdates(t *testing.T) {
	in := generate(t, tsp.Clustered, 40)
	results := map[string]string{}
	for _, c := range []struct {
		rule, memory string
		wave         int
	}{
		{"sequential", "full", 0}, {"sequential", "selective", 0}, {"step", "full", 0},
		{"immediate", "full", 0}, {"immediate", "full", 5}, {"immediate", "selective", 0}, {"immediate", "selective", 5},
	} {
		for _, period := range []int{1, 3} {
			p := acsWith(ACSPaper, func(p *ACSParams) {
				p.Updates, p.Pheromone, p.Wave, p.Period = c.rule, c.memory, c.wave, period
				p.Q0, p.Rho, p.Candidates, p.Trails, p.Ants = 1, 0.4, 39, 3, 17
			})
			r := acs(t, in, p, 1, 2).engine.(*Reference)
			plain := &plainColony{T: t, ground: r.trails.Terrain, tours: make([][]int32, p.Ants)}
			plain.memory = &plainMemory{initial: 0.1, most: r.trails.Ring, trails: map[int32][]plainTrail{}}
			if err := r.Lay(t.Context(), 0.1); err != nil {
				t.Fatal(err)
			}
			for a := range int32(40) { // trails that differ from the initial level
				r.trails.write(a, (a+7)%40, 0.5+float32(a)/9)
				plain.memory.set(a, (a+7)%40, 0.5+float32(a)/9)
			}
			if err := r.Construct(t.Context(), 2); err != nil {
				t.Fatal(err)
			}
			all := make([]int, p.Ants)
			for ant := range all {
				all[ant], plain.tours[ant] = ant, r.walks[ant][:1:1]
			}
			wave := p.Ants
			if c.wave > 0 {
				wave = c.wave
			}
			for ants := range slices.Chunk(all, wave) {
				plain.run(c.rule, ants)
			}
			name := fmt.Sprint(c, " period ", period)
			for ant, got := range r.walks {
				if !slices.Equal(got, plain.tours[ant]) {
					t.Fatalf("%s: ant %d: %v, want %v", name, ant, got, plain.tours[ant])
				}
			}
			for from := range int32(40) {
				for to := range int32(40) {
					if got, want := r.trails.read(from, to), plain.memory.level(from, to); got != want && from != to {
						t.Fatalf("%s: level %v from %d to %d, want %v", name, got, from, to, want)
					}
				}
			}
			tours := fmt.Sprint(r.walks)
			if same, found := results[tours]; found && period == 1 {
				t.Errorf("%s and %s give the same tours: the test cannot distinguish them", name, same)
			}
			results[tours] = name
		}
	}
}

// The hit counts include the local updates of every step [ACS16 Fig. 6].
func TestHitsOfSteps(t *testing.T) {
	in := generate(t, tsp.Uniform, 40)
	for _, rule := range []string{"sequential", "immediate"} {
		s := acs(t, in, acsWith(ACSSelective, func(p *ACSParams) { p.Updates, p.Ants, p.Period = rule, 5, 4 }), 1, 2)
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		local, global := 5*40/4*2, 40*2
		if got := s.engine.(*Reference).trails.hits; got.all != local+global {
			t.Errorf("%s: %d updates, want %d and %d", rule, got.all, local, global)
		}
	}
}

// The products that ants in lockstep choose by are those of the trails, after any update.
func TestAppraisedProducts(t *testing.T) {
	in := generate(t, tsp.Uniform, 50)
	for _, memory := range []string{"full", "candidates", "selective"} {
		p := acsWith(ACSAltPaper, func(p *ACSParams) { p.Pheromone, p.Trails, p.Candidates, p.Period, p.Rho = memory, 3, 7, 1, 0.3 })
		s := acs(t, in, p, 1, 2)
		r := s.engine.(*Reference)
		want := make([]float32, r.trails.Candidates)
		for cycle := range uint32(4) {
			if err := errors.Join(s.Step(t.Context()), r.Construct(t.Context(), cycle+9)); err != nil {
				t.Fatal(err)
			}
			for city := range 50 {
				r.trails.appraise(int32(city), want)
				if got := r.trails.appraised[city*r.trails.Width:][:len(want)]; !slices.Equal(got, want) {
					t.Fatalf("%s, cycle %d, city %d: %v, want %v", memory, cycle, city, got, want)
				}
			}
		}
	}
}
