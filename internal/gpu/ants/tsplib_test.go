package ants

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// All six variants, with and without candidate lists, build the same tours as the reference on
// TSPLIB instances. By default each variant runs three cycles of the paper's colony with a few ants
// on one instance. With TOURMALINE_CYCLES, each variant runs that number of cycles on all
// instances.
//
//	TOURMALINE_CYCLES=20 go test ./internal/gpu/ants -run AllVariantsOnTSPLIB -v
func TestAllVariantsOnTSPLIB(t *testing.T) {
	names, each, cycles, count := []string{"berlin52", "d198", "pr1002", "pcb1173"}, 1, 3, 4
	if v, err := strconv.Atoi(os.Getenv("TOURMALINE_CYCLES")); err == nil {
		each, cycles, count = len(names), v, 8
	}
	switch d := cltest.Device(t); {
	case cltest.Simulated(d):
		sameCycles(t, d, tsplib(t, "berlin52"), ants(aco.MMASPaper(52), 2), 1)
		return
	case endsLoops(d):
		names = names[:1]
	}
	each = min(each, len(names))
	// Each variant runs on its share of the instances, because compilers take seconds per variant.
	variants := 0
	for _, selection := range selections {
		for _, tabu := range tabus {
			for _, candidates := range []int{32, 0} {
				t.Run(fmt.Sprintf("%s-%s-%d", selection, tabu, candidates), func(t *testing.T) {
					d := cltest.Device(t)
					d.Demand(cl.Launch{Group: 1, Wave: 64}) // other tests cover launches
					for i := range each {
						in := tsplib(t, names[(variants+i)%len(names)])
						p := aco.MMASPaper(in.N())
						p.Ants, p.Selection, p.Tabu, p.Candidates = count, selection, tabu, candidates
						sameCycles(t, d, in, p, cycles)
					}
				})
				variants++
			}
		}
	}
}

func sameCycles(t *testing.T, d *cl.Device, in *tsp.Instance, p aco.MMASParams, cycles int) {
	t.Helper()
	pair := newPair(t, d, in, p.Rules(), nil, nil)
	first := start.Random(in.N(), 1)
	pair.sameWay(t, must(aco.NewMMAS(in, first, p, pair.device, seed)), must(aco.NewMMAS(in, first, p, pair.reference, seed)), cycles)
	equal(t, in.Name()+": trails in the end", pair.device.levels, pair.reference.Trails())
	if err := pair.device.Close(); err != nil {
		t.Error(err)
	}
}
