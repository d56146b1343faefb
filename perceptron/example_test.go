package perceptron_test

import (
	"context"
	"fmt"
	"os"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// This example runs steepest descents from random vectors until one of them ends at a solution.
func Example() {
	in, _, err := perceptron.Generate(15, 15, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for start := range uint32(100) {
		s := rng.At(1, start, 0)
		flips, err := perceptron.NewFlips(in, 2, perceptron.Random(in.Cols(), &s))
		if err != nil {
			fmt.Println(err)
			return
		}
		for {
			best, err := flips.(moves.Picker).Pick(context.Background(), moves.Everything())
			if err != nil || best.Delta >= 0 {
				break
			}
			flips.Apply(best.Move, best.Delta)
		}
		if flips.Cost() == 0 {
			fmt.Println("solved from start", start)
			fmt.Println(flips.Snapshot())
			return
		}
	}
	// Output:
	// solved from start 1
	// [-1 -1 -1 -1 -1 1 -1 1 -1 -1 -1 -1 -1 -1 1]
}

// Each row is a line. The order of the products does not matter.
func ExampleWrite() {
	in, planted, err := perceptron.Generate(4, 7, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := perceptron.Write(os.Stdout, in); err != nil {
		fmt.Println(err)
	}
	fmt.Println("#", planted, "costs", in.Cost(planted))
	// Output:
	// PERCEPTRON 4 7
	// -+-----
	// -+-+-++
	// +----+-
	// +-++-+-
	// PRODUCTS
	// 1 1 3 5
	// # [-1 -1 -1 -1 -1 1 -1] costs 0
}
