package stats_test

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
)

func ExampleFriedman() {
	// Tour lengths of three variants, with the same eight seeds.
	samples := [][]float64{
		{6110, 6124, 6117, 6120, 6131, 6115, 6122, 6110},
		{6115, 6120, 6125, 6133, 6140, 6115, 6129, 6118},
		{6130, 6141, 6128, 6139, 6136, 6127, 6144, 6131},
	}
	statistic, p, err := stats.Friedman(samples)
	if err != nil {
		panic(err)
	}
	fmt.Printf("statistic %.2f, p %.4f\n", statistic, p)
	// Output: statistic 11.81, p 0.0027
}
