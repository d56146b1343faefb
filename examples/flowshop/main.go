// Command flowshop uses the public API to find short schedules of permutation flow shops, a problem
// that is not built into Tourmaline.
package main

import (
	"context"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/opencl"
)

//go:embed insertions.cl
var sources embed.FS

// define returns the problem of a shop.
func define(s *shop) (tourmaline.Problem, error) {
	return tourmaline.Define(tourmaline.Definition[order]{
		Name: s.name, Problem: "flowshop", N: s.jobs, Attributes: s.jobs * s.jobs,
		Cost: s.Cost, Check: s.Check, Random: s.random,
		Neighbourhoods: func(o order, _ tourmaline.Setup) ([]moves.Neighbourhood[order], error) {
			return []moves.Neighbourhood[order]{newInsertions(s, o)}, nil
		},
		Kernels: func(tourmaline.Setup) ([]moves.Kernel[order], error) { return []moves.Kernel[order]{kernel(s)}, nil },
	})
}

// kernel returns the kernel that evaluates the neighbourhood on a device.
func kernel(s *shop) moves.Kernel[order] {
	return moves.Kernel[order]{KernelSource: moves.KernelSource{
		Sources: sources, File: "insertions.cl", Delta: moves.Int,
		Defines: map[string]any{"JOBS": s.jobs, "MACHINES": s.machines},
		Inputs:  func(context.Context) ([]any, error) { return []any{s.times}, nil },
		State:   s.jobs + 1, Moves: s.jobs * (s.jobs - 1), Attributes: s.jobs * s.jobs,
	}, Encode: func(h moves.Neighbourhood[order], state []int32) {
		copy(state, h.Snapshot())
		state[s.jobs] = int32(h.Cost())
	}}
}

// main searches for five seconds and prints the cost and the result in JSON.
func main() {
	onDevice := flag.Bool("device", false, "use the first OpenCL device")
	flag.Parse()
	file, err := os.Open(flag.Arg(0))
	must(err)
	s, err := read(file, flag.Arg(0))
	must(err)
	p, err := define(s)
	must(err)
	cfg := tourmaline.Config{Limits: tourmaline.Limits{Time: 5 * time.Second}}
	if *onDevice {
		cfg.Device, err = opencl.Find(0, opencl.Options{})
		must(err)
	}
	r, err := tourmaline.Solve(context.Background(), p, cfg)
	must(err)
	fmt.Println("makespan", r.Cost)
	must(json.NewEncoder(os.Stdout).Encode(r))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
