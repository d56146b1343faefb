package plot

// A style determines how a series is drawn.
type style struct {
	colour colour
	dash   []float64 // dash pattern on a picture of scale 1
	mark   shape
}

// plain returns the i-th style. These styles differ only in colour.
func (p palette) plain(i int) style { return style{colour: p.serial(i)} }

// patterns are distinguishable without colour. The first one is solid.
var patterns = [...][]float64{nil, {14, 8}, {3, 8}, {20, 7, 3, 7}, {28, 9}, {14, 7, 3, 7, 3, 7}}

// patterned returns the i-th style. These styles also differ in dashes and marks. No two of the
// first twelve have the same colour, or the same dashes and mark.
func (p palette) patterned(i int) style {
	return style{p.serial(i), patterns[i%len(patterns)], shape(i % int(shapes))}
}

// scaled returns the dash pattern, scaled for a picture.
func (s style) scaled(by float64) []float64 {
	var dash []float64
	for _, v := range s.dash {
		dash = append(dash, v*by)
	}
	return dash
}
