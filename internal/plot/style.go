package plot

// A style is how a series is drawn.
type style struct {
	colour colour
	dash   []float64 // on a picture of scale 1
	mark   shape
}

// plain styles differ by their colours only.
func (p palette) plain(i int) style { return style{colour: p.serial(i)} }

// patterns are told apart without any colour. The first is solid.
var patterns = [...][]float64{nil, {14, 8}, {3, 8}, {20, 7, 3, 7}, {28, 9}, {14, 7, 3, 7, 3, 7}}

// patterned styles differ by dashes and marks too. Neither they nor the colours are
// the same for two of the first twelve.
func (p palette) patterned(i int) style {
	return style{p.serial(i), patterns[i%len(patterns)], shape(i % int(shapes))}
}

// scaled returns the dash pattern of a picture.
func (s style) scaled(by float64) []float64 {
	var dash []float64
	for _, v := range s.dash {
		dash = append(dash, v*by)
	}
	return dash
}
