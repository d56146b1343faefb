package plot

import "math"

// A sight maps linear red, green and blue to the colour that a viewer perceives.
type sight [3][3]float64

// sights are normal vision, and vision without red or green cones, by Machado, Oliveira and
// Fernandes, 2009: https://doi.org/10.1109/TVCG.2009.113
var sights = map[string]sight{
	"usual":        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopic":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopic": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
}

// see returns the perceived colour, computed from the bytes on the screen.
func (s sight) see(c colour) colour {
	p := c.rgba()
	light := [3]float64{linearLight(p.R), linearLight(p.G), linearLight(p.B)}
	var seen [3]float64
	for i, row := range s {
		for j, factor := range row {
			seen[i] += factor * light[j]
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	return toOKLCH(seen[0], seen[1], seen[2])
}

// linearLight computes the inverse of companded.
func linearLight(b uint8) float64 {
	v := float64(b) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// toOKLCH computes the inverse of colour.linear, with Ottosson's matrices.
func toOKLCH(r, g, b float64) colour {
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	p, q := 1.9779984951*l-2.4285922050*m+0.4505937099*s, 0.0259040371*l+0.7827717662*m-0.8086757660*s
	return colour{0.2104542553*l + 0.7936177850*m - 0.0040720468*s, math.Hypot(p, q), math.Atan2(q, p) * 180 / math.Pi}
}
