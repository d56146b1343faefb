package qap

import "encoding/binary"

// An Optimum is the cost of the best known assignment of an instance.
type Optimum struct {
	Value  int64
	Proven bool // whether the cost is proven optimal
}

// BestKnown returns the published optimum of a QAPLIB instance. It recognises the instance by its
// matrices, independently of its name.
func BestKnown(in *Instance) (Optimum, bool) {
	sum := in.digest()
	digest := binary.BigEndian.Uint64(sum[:])
	for i := range published {
		if p := &published[i]; p.n == in.n && p.print == digest {
			return Optimum{p.value, p.proven}, true
		}
	}
	return Optimum{}, false
}
