package ants

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// needs lists the memory needs of all buffers, whether or not they are allocated.
func (p *plan) needs() cl.Needs {
	n, ants := uint64(p.n), uint64(p.ants)
	all := cl.Needs{
		{Name: "distances", Bytes: p.where.Bytes()},
		{Name: "candidate lists", Bytes: 4 * n * uint64(p.width+p.spare)},
		{Name: "heuristic", Bytes: 4 * n * uint64(p.sight)},
		{Name: "trails", Bytes: 4 * n * uint64(p.stride)},
		{Name: "tours", Bytes: 4 * n * ants},
		{Name: "lengths", Bytes: 8*ants + 4*n},
	}
	switch {
	case !p.fresh:
		all = append(all, cl.Need{Name: "choices", Bytes: 4 * n * uint64(p.places)})
	case !p.listed:
		all = append(all, cl.Need{Name: "choices", Bytes: 4 * ants * uint64(freshRow(p.n))})
	}
	if p.ring > 0 {
		all = append(all, cl.Need{Name: "known edges", Bytes: 4 * n * uint64(p.ring+1)})
	}
	if p.wears {
		all = append(all, cl.Need{Name: "trails before a cycle", Bytes: 4 * n * uint64(p.stride+p.ring+min(p.ring, 1))})
	}
	if p.wave > 0 {
		all = append(all, cl.Need{Name: "places on tours", Bytes: 4 * n * uint64(p.wave)})
	}
	if p.globalTabu {
		all = append(all, cl.Need{Name: "tabus", Bytes: ants * uint64(p.tabuEntries*p.entryBytes())})
	}
	if p.onDevice {
		all = append(all, cl.Need{Name: "neighbour lists", Bytes: 4*(n+1) + 8*uint64(p.pairs)})
		all = append(all, p.descents()...)
	}
	return all
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
