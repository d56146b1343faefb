package fleet

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// readStops reads the stops, which are the places that are no depots, and the hours of the depots.
func (b *builder) readStops() error {
	for i := range int32(b.in.N()) {
		open, err := b.cells.window(i)
		if err != nil {
			return err
		}
		if d, ok := b.depots[i]; ok {
			b.data.Depots[d].Window = window(open)
			continue
		}
		if err := b.readStop(vrp.Stop{ID: b.in.ID(i), Place: i, Window: window(open)}); err != nil {
			return err
		}
	}
	if len(b.data.Stops) == 0 {
		return errors.New("all places are depots: expected at least one stop")
	}
	return b.readLoads()
}

// readStop adds a stop with its service, prize and skills.
func (b *builder) readStop(s vrp.Stop) error {
	b.prizes = append(b.prizes, 0)
	for _, read := range []func(*vrp.Stop) error{b.cells.readService, b.cells.readPrize, b.readSkills} {
		if err := read(&s); err != nil {
			return err
		}
	}
	b.data.Stops = append(b.data.Stops, s)
	return nil
}

// window returns the window of a place.
func (c *cells) window(i int32) (w daytime.Window, err error) {
	if w, err = daytime.ParseWindow(c.text(i, colWindow)); err != nil {
		return w, c.fault(i, colWindow, err)
	}
	for _, end := range []struct {
		kind string
		at   *time.Duration
	}{{colOpen, &w.Open}, {colClose, &w.Close}} {
		if text := c.text(i, end.kind); text != "" {
			if *end.at, err = daytime.Parse(text); err != nil {
				return w, c.fault(i, end.kind, err)
			}
		}
	}
	if err := w.Check(); err != nil {
		return w, fmt.Errorf("%s: %w", c.in.NameOf(i), err)
	}
	return w, nil
}

func (c *cells) readService(s *vrp.Stop) error {
	stay, err := daytime.ParseStay(c.text(s.Place, colService))
	if err != nil {
		return c.fault(s.Place, colService, err)
	}
	if c.text(s.Place, colService) == "" {
		stay = c.b.opt.Stay
	}
	s.Service = int32(stay / time.Second)
	return nil
}

// readPrize makes a stop with a prize optional.
func (c *cells) readPrize(s *vrp.Stop) error {
	text := c.text(s.Place, colPrize)
	if text == "" {
		return nil
	}
	v, err := positive(text)
	if err != nil {
		return c.fault(s.Place, colPrize, err)
	}
	s.Optional = true
	c.b.prizes[len(c.b.prizes)-1] = v
	return nil
}

func (b *builder) readSkills(s *vrp.Stop) (err error) {
	if s.Skills, err = b.skillsOf(b.cells.text(s.Place, colSkills)); err != nil {
		return b.cells.fault(s.Place, colSkills, err)
	}
	return nil
}

// readLoads reads what the stops receive, or with negative loads what they give. A power of ten
// makes the loads of a column whole numbers.
func (b *builder) readLoads() error {
	for d, column := range b.cells.loads {
		loads, err := b.loadsIn(column)
		if err != nil {
			return err
		}
		scale := scaleOf(loads)
		b.job.Loads = append(b.job.Loads, Load{strings.TrimSpace(b.cells.titles[column]), scale})
		for i, v := range loads {
			b.addLoad(&b.data.Stops[i], d, v*scale)
		}
		for t := range b.data.Fleet {
			b.data.Fleet[t].Capacity = append(b.data.Fleet[t].Capacity, whole(math.Floor(b.vans[t].room[d]*scale+1e-9)))
		}
	}
	return nil
}

// loadsIn returns the load of each stop in a column. An empty cell is no load.
func (b *builder) loadsIn(column int) ([]float64, error) {
	loads := make([]float64, len(b.data.Stops))
	for i, s := range b.data.Stops {
		text := strings.TrimSpace(b.cells.table.Text(s.Place, column))
		if text == "" {
			continue
		}
		var err error
		if loads[i], err = amount(text); err != nil {
			return nil, fmt.Errorf("%s: column %q: %w", b.in.NameOf(s.Place), strings.TrimSpace(b.cells.titles[column]), err)
		}
	}
	return loads, nil
}

// addLoad adds a load of a stop in dimension d.
func (b *builder) addLoad(s *vrp.Stop, d int, v float64) {
	if s.Deliver == nil {
		s.Deliver, s.Fetch = make([]int32, len(b.cells.loads)), make([]int32, len(b.cells.loads))
	}
	s.Deliver[d], s.Fetch[d] = whole(math.Round(max(v, 0))), whole(math.Round(max(-v, 0)))
}

// whole converts an amount that vrp.New checks.
func whole(v float64) int32 { return int32(min(v, Unlimited)) }

// Unlimited is the capacity of a vehicle without a limit.
const Unlimited = 1 << 30

// scaleOf returns the smallest power of ten, up to 1000, that makes all values whole.
func scaleOf(values []float64) float64 {
	scale := 1.0
	for _, v := range values {
		for scale < 1000 && math.Abs(v*scale-math.Round(v*scale)) > 1e-6 {
			scale *= 10
		}
	}
	return scale
}
