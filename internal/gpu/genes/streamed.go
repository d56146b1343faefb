package genes

import (
	"context"
	"runtime"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Streamed is a ga.Engine whose genes are in host memory, because the device cannot hold them. The
// device builds the children, and the parents are sent for each flight. Every other operation on a
// gene takes less time than sending the gene.
type Streamed struct {
	*ga.Reference
	flight *flight
	spare  tsp.Tour // tour being sent to or received from the device
}

func newStreamed(f *flight) *Streamed {
	return &Streamed{ga.NewReference(f.in, f.params, runtime.GOMAXPROCS(0)), f, make(tsp.Tour, f.n)}
}

// Cross builds children, one flight after the other.
func (s *Streamed) Cross(ctx context.Context, all []ga.Crossing) (done int, err error) {
	return s.flight.inFlights(all, func(some []ga.Crossing) error {
		sent, err := s.send(ctx, some)
		if err != nil {
			return err
		}
		if err := s.flight.build(ctx, sent); err != nil {
			return err
		}
		return s.receive(some)
	})
}

// send sends the parents of a flight to the device, each once, and returns the crossings with the
// gene numbers on the device.
func (s *Streamed) send(ctx context.Context, all []ga.Crossing) ([]ga.Crossing, error) {
	sent, there := slices.Clone(all), map[int32]int32{}
	for i := range sent {
		for j, parent := range sent[i].Parents {
			if _, known := there[parent]; !known {
				there[parent] = int32(len(there))
				if err := s.sendGene(ctx, parent, there[parent]); err != nil {
					return nil, err
				}
			}
			sent[i].Parents[j] = there[parent]
		}
	}
	return sent, nil
}

func (s *Streamed) sendGene(ctx context.Context, gene, number int32) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.Gene(int(gene), s.spare); err != nil {
		return err
	}
	return s.flight.put(int(number), s.spare, 0) // the length is not used
}

// receive replaces genes with the children of a complete flight.
func (s *Streamed) receive(all []ga.Crossing) error {
	for i := range all {
		if err := s.flight.get(s.flight.genes()+i, s.spare); err != nil {
			return err
		}
		if err := s.Put(int(all[i].Child), s.spare); err != nil {
			return err
		}
	}
	return nil
}

// Finish waits until the device has finished, for timing.
func (s *Streamed) Finish() error { return s.flight.Finish() }

// Close releases everything created on the device.
func (s *Streamed) Close() error { return s.flight.Close() }
