package ants

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// A need is a buffer that a colony will allocate.
type need struct {
	name  string
	bytes uint64
}

// needs lists all buffers, allocated or not.
func (p *plan) needs() []need {
	n, ants := uint64(p.n), uint64(p.ants)
	all := []need{
		{"distances", p.where.Bytes()},
		{"candidate lists", 4 * n * uint64(p.width+p.spare)},
		{"heuristic", 4 * n * uint64(p.sight)},
		{"trails", 4 * n * uint64(p.stride)},
		{"tours", 4 * n * ants},
		{"lengths", 8*ants + 4*n},
	}
	switch {
	case !p.fresh:
		all = append(all, need{"choices", 4 * n * uint64(p.places)})
	case !p.listed:
		all = append(all, need{"choices", 4 * ants * uint64(freshRow(p.n))})
	}
	if p.ring > 0 {
		all = append(all, need{"known edges", 4 * n * uint64(p.ring+1)})
	}
	if p.wears {
		all = append(all, need{"trails before a cycle", 4 * n * uint64(p.stride+p.ring+min(p.ring, 1))})
	}
	if p.wave > 0 {
		all = append(all, need{"places on tours", 4 * n * uint64(p.wave)})
	}
	if p.globalTabu {
		all = append(all, need{"tabus", ants * uint64(p.tabuEntries*p.entryBytes())})
	}
	if p.onDevice {
		all = append(all, need{"neighbour lists", 4*(n+1) + 8*uint64(p.pairs)})
		all = append(all, p.descents()...)
	}
	return all
}

// affordable returns an error with advice if the buffers together do not fit
// the free memory of a device. It runs before any of them is allocated.
func (p *plan) affordable(info cl.Info, used uint64) error {
	total, largest := uint64(0), need{}
	for _, b := range p.needs() {
		total += b.bytes
		if b.bytes > largest.bytes {
			largest = b
		}
	}
	free := info.Memory - min(used, info.Memory)
	if total <= free && largest.bytes <= info.MaxBuffer {
		return nil
	}
	advice := "use fewer ants"
	if p.stride == p.n {
		advice += ", or pheromone=candidates"
	}
	if p.fresh && !p.listed {
		advice += ", or candidates=32"
	}
	if total <= free {
		return fmt.Errorf("%d ants on %d cities need %s for %s, the limit for one buffer on %s is %s: %s",
			p.ants, p.n, size(largest.bytes), largest.name, info.Name, size(info.MaxBuffer), advice)
	}
	return fmt.Errorf("%d ants on %d cities need %s on a device, most of it for %s, but %s has %s left: %s",
		p.ants, p.n, size(total), largest.name, info.Name, size(free), advice)
}

// size formats a number of bytes.
func size(bytes uint64) string {
	if bytes < 1<<30 {
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
}
