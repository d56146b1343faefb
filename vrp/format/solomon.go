package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// ReadSolomon reads an instance in the format of Solomon and of Gehring and Homberger: a name, the
// number and the capacity of the vehicles, and a row for the depot and for each customer with its
// number, position, demand, window and service time. The usual rounding is Tenths.
func ReadSolomon(r io.Reader, name string, round Rounding) (*vrp.Instance, error) {
	if round == Usual {
		round = Tenths
	}
	s := solomon{c: &converter{round: round}}
	lines, line, err := budget.NewLines(r, budget.MaxLine), 0, error(nil)
	for err == nil && lines.Scan() {
		line++
		err = s.take(strings.Fields(lines.Text()))
	}
	if err == nil {
		err = lines.Err()
	}
	if err == nil && len(s.points) == 0 {
		err = fmt.Errorf("expected a row with 7 numbers for the depot, found none")
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	if s.data.Distance, err = round.distances(s.points); err == nil {
		s.data.Points, s.data.CostScale = s.points, round.scale()
		var in *vrp.Instance
		if in, err = vrp.New(s.data); err == nil {
			return in, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

type solomon struct {
	data   vrp.Data
	points []tsp.Point
	c      *converter
}

// take reads a line: the name, a title, the fleet or a row. Titles contain no numbers.
func (s *solomon) take(words []string) error {
	if len(words) > 0 && s.data.Name == "" {
		s.data.Name = strings.Join(words, " ")
		return nil
	}
	v := make([]float64, len(words))
	for i, word := range words {
		var err error
		if v[i], err = finite(word); err != nil {
			if s.data.Fleet == nil || len(s.points) == 0 {
				return nil // a title
			}
			return err
		}
	}
	switch {
	case len(v) == 0:
	case len(v) == 2 && s.data.Fleet == nil:
		s.data.Fleet = []vrp.Type{{Count: s.c.plain(v[0]), Capacity: []int32{s.c.plain(v[1])}, PerDistance: 1}}
	case len(v) == 7 && s.data.Fleet != nil:
		s.add(v)
	default:
		return fmt.Errorf("found %d numbers, expected the 2 numbers of the fleet and then rows of 7 numbers", len(v))
	}
	return s.c.err
}

// add adds the depot or a stop.
func (s *solomon) add(v []float64) {
	place := int32(len(s.points))
	s.points = append(s.points, tsp.Point{v[1], v[2]})
	w := vrp.Window{Open: s.c.time(v[4]), Close: s.c.time(v[5])}
	if place == 0 {
		s.data.Depots = []vrp.Depot{{Place: 0, Window: w}}
		return
	}
	s.data.Stops = append(s.data.Stops, vrp.Stop{
		ID: int64(s.c.plain(v[0])), Place: place, Window: w,
		Deliver: []int32{s.c.plain(v[3])}, Service: s.c.time(v[6]),
	})
}
