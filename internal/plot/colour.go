package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
)

// A colour is in OKLCH, where equal steps look equal: lightness from 0 to 1, chroma from 0 to about
// 0.3, and hue in degrees. OKLCH is by Björn Ottosson, 2020:
// https://bottosson.github.io/posts/oklab/
type colour struct{ l, c, h float64 }

func (c colour) hex() string {
	p := c.rgba()
	return fmt.Sprintf("#%02x%02x%02x", p.R, p.G, p.B)
}

// rgba converts the colour to sRGB. It reduces the chroma of colours that the screen cannot show,
// because preserving the hue matters more here.
func (c colour) rgba() color.RGBA {
	r, g, b := c.linear()
	for !inGamut(r, g, b) && c.c > 0 {
		c.c = max(c.c-0.005, 0)
		r, g, b = c.linear()
	}
	return color.RGBA{R: companded(r), G: companded(g), B: companded(b), A: 255}
}

// linear converts the colour to linear light with Ottosson's matrices.
func (c colour) linear() (r, g, b float64) {
	sin, cos := math.Sincos(c.h * math.Pi / 180)
	p, q := c.c*cos, c.c*sin
	l := cube(c.l + 0.3963377774*p + 0.2158037573*q)
	m := cube(c.l - 0.1055613458*p - 0.0638541728*q)
	s := cube(c.l - 0.0894841775*p - 1.2914855480*q)
	r = 4.0767416621*l - 3.3077115913*m + 0.2309699292*s
	g = -1.2684380046*l + 2.6097574011*m - 0.3413193965*s
	b = -0.0041960863*l - 0.7034186147*m + 1.7076147010*s
	return r, g, b
}

func cube(v float64) float64 { return v * v * v }

func inGamut(channels ...float64) bool {
	return slices.Min(channels) >= -1e-4 && slices.Max(channels) <= 1+1e-4
}

// companded applies the sRGB transfer function and returns the result as a byte.
func companded(v float64) uint8 {
	v = min(max(v, 0), 1)
	if v <= 0.0031308 {
		v *= 12.92
	} else {
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return uint8(math.Round(v * 255))
}

// between returns the colour at t in [0, 1] between a and b. The hue changes from a.h to b.h as
// given, even if the opposite direction is shorter.
func between(a, b colour, t float64) colour {
	return colour{a.l + (b.l-a.l)*t, a.c + (b.c-a.c)*t, a.h + (b.h-a.h)*t}
}
