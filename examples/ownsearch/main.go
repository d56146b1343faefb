// Command ownsearch finds a path with fixed ends by a user-defined algorithm. It saves a checkpoint
// at every step and resumes from it. Its usage is: ownsearch CHECKPOINT STEPS.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func main() {
	steps, err := strconv.Atoi(os.Args[len(os.Args)-1])
	if len(os.Args) != 3 || err != nil {
		log.Fatal("usage: ownsearch CHECKPOINT STEPS")
	}
	r, err := run(os.Args[1], steps)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Cost, r.Order())
}

// run finds a path through 200 cities, from the first to the last.
func run(file string, steps int) (*tourmaline.Result, error) {
	in, err := tsp.Generate(tsp.Uniform, 200, 1)
	if err == nil {
		in, err = in.Path(0, 199)
	}
	if err != nil {
		return nil, err
	}
	cfg := tourmaline.Config{Algorithm: own.Name, Params: map[string]string{"tours": "20"}, Limits: tourmaline.Limits{Steps: steps}}
	s, err := tourmaline.New(tourmaline.Tours(in, own), cfg)
	if data, missing := os.ReadFile(file); missing == nil {
		s, err = tourmaline.Resume(tourmaline.Tours(in, own), cfg, data)
	}
	if err != nil {
		return nil, err
	}
	for _, err := range s.Steps(context.Background()) {
		if err != nil {
			return nil, err
		}
		data, err := s.Checkpoint()
		if err == nil {
			err = os.WriteFile(file+".new", data, 0o600)
		}
		if err == nil {
			err = os.Rename(file+".new", file)
		}
		if err != nil {
			return nil, err
		}
	}
	return s.Result()
}
