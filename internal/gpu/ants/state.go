package ants

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// trails holds the trails of all cities on the device.
type trails struct {
	levels *cl.Buffer[float32] // in rows of Stride
	known  *cl.Buffer[int32]   // destinations of the trails of a selective memory, in rows of Ring
	newest *cl.Buffer[int32]   // index of the newest trail in each row of known
}

// newTrails creates trails that are zero until they are laid.
func (c *Colony) newTrails(w *cl.Scope) trails {
	return trails{
		levels: cl.MakeOf(w, "trails", make([]float32, c.n*c.stride)),
		known:  cl.MakeOf(w, "known edges", make([]int32, c.n*c.ring)),
		newest: cl.MakeOf(w, "newest edges", make([]int32, min(c.ring, 1)*c.n)),
	}
}

func (c *Colony) copyTrails(to, from *trails) error {
	err := to.levels.CopyFrom(from.levels)
	if c.ring > 0 {
		err = errors.Join(err, to.known.CopyFrom(from.known), to.newest.CopyFrom(from.newest))
	}
	return err
}

// Undo restores the trails to their state before the cycle.
func (c *Colony) Undo(ctx context.Context) error {
	if c.terrain.Updates == aco.Never {
		return nil
	}
	if err := c.copyTrails(&c.trails, &c.before); err != nil {
		return err
	}
	return c.chooseAll(ctx)
}

// read reads the trails from the device.
func (c *Colony) read() (*aco.TrailState, error) {
	m := &aco.TrailState{
		Floor:  c.floor,
		Levels: make([]float32, c.levels.Len()),
		Known:  make([]int32, c.known.Len()),
		Newest: make([]int32, c.newest.Len()),
	}
	return m, errors.Join(c.levels.Read(m.Levels), c.known.Read(m.Known), c.newest.Read(m.Newest))
}

// Strongest reads the trails from the device and returns the strongest.
func (c *Colony) Strongest(most int) ([]search.Trail, error) {
	m, err := c.read()
	if err != nil {
		return nil, err
	}
	return c.terrain.Strongest(m, most), nil
}

// Save reads the trails and the best tour from the device and writes them to w.
func (c *Colony) Save(w *state.Writer) {
	m, err := c.read()
	if c.remembers {
		m.Best = make(tsp.Tour, c.n)
		err = errors.Join(err, c.best.Read(m.Best))
	}
	if err != nil {
		w.Fail(err)
	}
	m.Save(w)
}

// Restore writes the saved trails and the saved best tour to the device.
func (c *Colony) Restore(r *state.Reader) error {
	m, err := aco.ReadTrailState(r, c.terrain, c.in)
	if err != nil {
		return err
	}
	err = errors.Join(c.begin(m.Floor), c.levels.Write(m.Levels), c.known.Write(m.Known), c.newest.Write(m.Newest), c.Remember(m.Best))
	if err != nil {
		return err
	}
	return c.chooseAll(context.Background())
}
