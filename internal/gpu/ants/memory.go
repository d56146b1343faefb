package ants

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
)

// needs lists the memory needs of all buffers, whether or not they are allocated.
func (p *plan) needs() cl.Needs {
	n, ants := uint64(p.n), uint64(p.ants)
	return append(cl.Needs{
		{Name: "distances", Bytes: p.where.Bytes()},
		{Name: "candidate lists", Bytes: 4 * n * uint64(p.width+p.spare)},
		{Name: "heuristic", Bytes: 4 * n * uint64(p.sight)},
		{Name: "trails", Bytes: 4 * n * uint64(p.stride)},
		{Name: "tours", Bytes: 4 * n * ants},
		{Name: "lengths", Bytes: 8*ants + 4*n},
		{Name: "choices", Bytes: when(!p.fresh, 4*n*uint64(p.places))},
		{Name: "choices", Bytes: when(p.fresh && !p.listed, 4*ants*uint64(freshRow(p.n)))},
		{Name: "known edges", Bytes: when(p.ring > 0, 4*n*uint64(p.ring+1))},
		{Name: "trails before a cycle", Bytes: when(p.wears, 4*n*uint64(p.stride+p.ring+min(p.ring, 1)))},
		{Name: "places on tours", Bytes: when(p.updates == aco.Wave, 4*n*uint64(p.wave))},
		{Name: "updates of a step", Bytes: when(p.updates == aco.Immediate, 8*uint64(p.wave))},
		{Name: "tabus", Bytes: when(p.globalTabu, ants*uint64(p.tabuEntries*p.entryBytes()))},
	}, p.descents()...)
}

// when returns the bytes of a buffer that exists only under a condition.
func when(exists bool, bytes uint64) uint64 {
	if exists {
		return bytes
	}
	return 0
}

// affordable returns an error with advice if the buffers together do not fit into the free memory
// of a device. It runs before any buffer is allocated.
func (p *plan) affordable(info cl.Info, used uint64) error {
	shortage := p.needs().Shortage(info, used)
	if shortage == "" {
		return nil
	}
	advice := "use fewer ants"
	if p.stride == p.n {
		advice += ", or pheromone=candidates"
	}
	if p.fresh && !p.listed {
		advice += ", or candidates=32"
	}
	return fmt.Errorf("%d ants on %d cities need %s: %s", p.ants, p.n, shortage, advice)
}
