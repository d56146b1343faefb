package plot_test

import (
	"bytes"
	"fmt"
	"image"
	"os"

	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

func ExampleMap_SVG() {
	m := plot.Map{
		XY:    []float64{0, 0, 4, 0, 4, 3},
		Tour:  []int32{0, 1, 2},
		Title: "a triangle",
		Width: 320,
	}
	if err := m.SVG(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" role="img" width="320" height="291" viewBox="0 0 320 291" font-family="Go, Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif" fill="none" stroke-linecap="round" stroke-linejoin="round">
	// <title>a triangle</title>
	// <rect width="100%" height="100%" fill="#fbfaf7"/>
	// <text x="29.0" y="42.5" font-size="17.1" text-anchor="start" fill="#1d222b">a triangle</text>
	// <path stroke="#0290a6" stroke-width="1.6" d="M29 261.5l262 0"/>
	// <path stroke="#5844bc" stroke-width="1.6" d="M291 261.5l0 -196.5"/>
	// <path stroke="#0290a6" stroke-width="1.6" d="M291 65l-262 196.5"/>
	// <path stroke="#1d222b" stroke-width="2.67" d="M29 261.5h0m262 0h0m0 -196.5h0"/>
	// </svg>
}

func ExampleChart_PNG() {
	c := plot.Chart{
		Series: []plot.Series{{Name: "ils", X: []float64{0, 1, 2}, Y: []float64{120, 105, 101}}},
		Title:  "pr1002",
		XLabel: "seconds",
		YLabel: "tour length",
	}
	var file bytes.Buffer
	if err := c.PNG(&file); err != nil {
		panic(err)
	}
	config, format, err := image.DecodeConfig(&file)
	fmt.Println(format, config.Width, config.Height, err)
	// Output: png 1600 900 <nil>
}
