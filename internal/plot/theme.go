package plot

import "math"

// palette holds the colours of a theme.
type palette struct {
	paper, ink, muted, faint colour    // background, text, small text, grid
	label                    colour    // city names
	calm                     [2]colour // gentle gradient of a small tour
	journey                  [2]colour // sequential gradient of a path
	wheel                    colour    // mean lightness and chroma of the cyclic gradient
	// lightness of the wheel at yellow minus its mean lightness
	relief float64
	deeper float64    // change of the lightness of lines on a crowded map
	curve  [3]float64 // lightness of curves
	vivid  float64    // factor for the chroma of curves
}

func (t Theme) palette() palette {
	if t == Dark {
		return palette{
			paper: colour{0.19, 0.015, 265}, ink: colour{0.94, 0.01, 265},
			muted: colour{0.70, 0.015, 265}, faint: colour{0.30, 0.015, 265},
			label:   colour{0.84, 0.012, 265},
			calm:    [2]colour{{0.80, 0.13, 190}, {0.68, 0.16, 285}},
			journey: [2]colour{{0.62, 0.19, 275}, {0.86, 0.16, 445}},
			wheel:   colour{0.76, 0.18, 0}, relief: 0.06, deeper: -0.04,
			curve: [3]float64{0.60, 0.74, 0.89}, vivid: 0.88,
		}
	}
	if t == Mono {
		black := colour{l: 0.12}
		return palette{
			paper: colour{l: 1}, ink: colour{}, muted: colour{l: 0.4}, faint: colour{l: 0.88},
			label: colour{}, calm: [2]colour{black, black}, journey: [2]colour{black, black},
			wheel: black, curve: [3]float64{0.12, 0.12, 0.12},
		}
	}
	return palette{
		paper: colour{0.985, 0.004, 90}, ink: colour{0.25, 0.02, 265},
		muted: colour{0.52, 0.015, 265}, faint: colour{0.915, 0.004, 90},
		label:   colour{0.36, 0.02, 265},
		calm:    [2]colour{{0.64, 0.12, 190}, {0.48, 0.18, 285}},
		journey: [2]colour{{0.42, 0.19, 275}, {0.74, 0.17, 430}},
		wheel:   colour{0.60, 0.18, 0}, relief: 0.08, deeper: -0.11,
		curve: [3]float64{0.38, 0.52, 0.67}, vivid: 1,
	}
}

// yellow is a hue that looks right only if it is lighter than the others.
const yellow = 95

// A gradient returns the colour at t in [0, 1] along a tour.
type gradient func(t float64) colour

// cyclic passes once through all hues, from blue through green, yellow and red. Parts that are
// visited at different times differ in hue, and the colours at the start and end are the same.
func (p palette) cyclic(t float64) colour {
	h := 265 - 360*t
	return colour{p.wheel.l + p.relief*math.Cos((h-yellow)*math.Pi/180), p.wheel.c, h}
}

// breath changes gradually from one colour to another and back.
func (p palette) breath(t float64) colour {
	return between(p.calm[0], p.calm[1], (1-math.Cos(2*math.Pi*t))/2)
}

// sequential changes from a cool dark start to a warm light end.
func (p palette) sequential(t float64) colour {
	return between(p.journey[0], p.journey[1], t)
}

// shades are the colours of curves, each with one of three lightness steps, a chroma and a hue.
// Readers without red or green vision can also distinguish them easily. The most distinct ones come
// first.
var shades = [...]struct {
	step   int
	chroma float64 // in the light theme
	hue    float64
}{
	{1, 0.17, 265}, {2, 0.17, 105}, {0, 0.17, 65}, {2, 0.17, 220}, {0, 0.12, 320}, {1, 0.17, 40},
	{0, 0.12, 170}, {1, 0.17, 355}, {2, 0.06, 130}, {0, 0.17, 270}, {1, 0.06, 265}, {1, 0.06, 100},
}

// serial returns the colour of the i-th curve. The colours repeat after twelve.
func (p palette) serial(i int) colour {
	s := shades[i%len(shades)]
	return colour{p.curve[s.step], p.vivid * s.chroma, s.hue}
}
