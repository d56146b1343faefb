package format_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func ExampleRead() {
	const towns = "name,lat,lon\nParis,48.8566,2.3522\nRome,41.9028,12.4964\nBerlin,52.5200,13.4050\n"
	in, err := format.Read(strings.NewReader(towns), "towns.csv", format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	km := in.CostOf(in.Dist(0, 1)) / 1000
	fmt.Printf("%d cities, %v, %s to %s: %.0f km\n", in.N(), in.Metric(), in.Details().Labels[0], in.Details().Labels[1], km)
	// Output: 3 cities, HAVERSINE, Paris to Rome: 1105 km
}

func ExampleRead_error() {
	const file = "NAME: x\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 four\nEOF\n"
	_, err := format.Read(strings.NewReader(file), "x.tsp", format.Options{})
	fmt.Println(err)
	// Output: x.tsp:6: NODE_COORD_SECTION: expected a coordinate, found "four"
}

func ExampleWriteTour() {
	in, err := format.Read(strings.NewReader("x,y\n0,0\n3,4\n3,0\n"), "triangle.csv", format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := format.WriteTour(os.Stdout, in, tsp.Tour{0, 2, 1}, nil, format.Tour); err != nil {
		fmt.Println(err)
	}
	// Output:
	// NAME : triangle.tour
	// TYPE : TOUR
	// COMMENT : Length = 12
	// DIMENSION : 3
	// TOUR_SECTION
	// 1
	// 3
	// 2
	// -1
	// EOF
}
