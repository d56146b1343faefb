// Package pack encodes tours in few bytes, for sending them to other machines.
package pack

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Packer packs tours of one instance. It numbers the cities along a space-filling curve. A short
// tour mostly continues with a city nearby, so the differences of these numbers are small.
type Packer struct {
	cities tsp.Tour // by number
	number []int32  // by city
}

// New returns a packer. It fails if ctx is cancelled.
func New(ctx context.Context, in *tsp.Instance) (*Packer, error) {
	cities, err := start.Curve(ctx, in)
	if err != nil {
		return nil, err
	}
	p := &Packer{cities, make([]int32, len(cities))}
	for i, city := range cities {
		p.number[city] = int32(i)
	}
	return p, nil
}

// Pack returns the packed tour: the differences of the numbers of successive cities.
func (p *Packer) Pack(t tsp.Tour) []byte {
	data := make([]byte, 0, 2*len(t))
	last := int32(0)
	for _, city := range t {
		data = binary.AppendVarint(data, int64(p.number[city]-last))
		last = p.number[city]
	}
	return data
}

// ErrNoTour means that bytes are not a packed tour.
var ErrNoTour = errors.New("not a packed tour of this instance")

// Unpack returns a packed tour. A city may occur more than once: the caller must check the tour.
func (p *Packer) Unpack(data []byte) (tsp.Tour, error) {
	n := len(p.cities)
	if len(data) < n {
		return nil, fmt.Errorf("%w: %d bytes for %d cities", ErrNoTour, len(data), n)
	}
	t := make(tsp.Tour, n)
	at := int64(0)
	for i := range t {
		step, size := binary.Varint(data)
		if size <= 0 || step <= -int64(n) || step >= int64(n) || at+step < 0 || at+step >= int64(n) {
			return nil, fmt.Errorf("%w: invalid city at position %d", ErrNoTour, i)
		}
		at += step
		t[i], data = p.cities[at], data[size:]
	}
	if len(data) > 0 {
		return nil, fmt.Errorf("%w: %d bytes follow", ErrNoTour, len(data))
	}
	return t, nil
}
