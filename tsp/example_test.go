package tsp_test

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

func ExampleFromPoints() {
	in, err := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {0, 30}, {40, 30}, {40, 0}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(in.Length(tsp.Tour{0, 1, 2, 3}), in.Length(tsp.Tour{0, 2, 1, 3}))
	// Output: 140 180
}

// Decimals remain exact, because distances are stored in units of 1/Scale.
func ExampleFromMatrix() {
	in, err := tsp.FromMatrix(3, []float64{
		0, 1.5, 9,
		9, 0, 2.25,
		3, 9, 0,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	tour := tsp.Tour{0, 1, 2}
	fmt.Println(in.Symmetric(), in.Scale(), in.Length(tour), in.Cost(tour))
	// Output: false 100 675 6.75
}

// This example builds a path from Bern to Chur, in metres. Algorithms process it as a closed tour.
func ExampleInstance_Path() {
	swiss, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{46.948, 7.447}, {47.377, 8.540}, {46.851, 9.532}, {47.050, 8.310}})
	if err != nil {
		fmt.Println(err)
		return
	}
	path, err := swiss.Path(0, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(path.Check(tsp.Tour{0, 1, 2, 3}))
	closed := path.Closed()
	tour := closed.Back(closed.Fit(tsp.Tour{0, 1, 2, 3}))
	fmt.Printf("%v %.0f km, %d cities with the dummy\n", tour, path.Cost(tour)/1000, closed.Instance.N())
	// Output:
	// the path ends at city 4, expected city 3
	// [0 1 3 2] 231 km, 5 cities with the dummy
}

// Ben cancelled, and Dora and Emil are new. The repaired tour of yesterday is the start of today's
// search.
func ExampleRepair() {
	yesterday := []string{"depot", "Anna", "Ben", "Clara"} // in visiting order, as in a result
	today, err := tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {0, 9}, {8, 9}, {8, 0}, {4, 9}})
	if err != nil {
		fmt.Println(err)
		return
	}
	today, err = today.With(tsp.Details{Labels: []string{"depot", "Anna", "Clara", "Dora", "Emil"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	tour, err := tsp.Repair(yesterday, today) // for use as tourmaline.Config.Init
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, city := range tour {
		fmt.Print(today.NameOf(city), " ")
	}
	fmt.Println(today.Cost(tour))
	// Output: depot Anna Emil Clara Dora 34
}
