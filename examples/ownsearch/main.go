// Command ownsearch finds a path with fixed ends with a user-defined algorithm.
package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var own = tourmaline.TourAlgorithm{Name: "genetic", Summary: "crossed local optima", New: newGenetic}

func main() {
	in, err := tsp.Generate(tsp.Uniform, 500, 1)
	if err == nil {
		in, err = in.Path(0, 499)
	}
	if err != nil {
		log.Fatal(err)
	}
	r, err := tourmaline.Solve(context.Background(), tourmaline.Tours(in, own), tourmaline.Config{Algorithm: own.Name, Limits: tourmaline.Limits{Time: 2 * time.Second}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Cost, r.Order())
}
