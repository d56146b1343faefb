// Package plot draws tours and the convergence of runs as SVG and PNG.
//
// A [Map] shows cities and a tour through them, [Maps] shows maps side by side, a [Chart] shows
// the cost of runs or the remaining gap against time, [Panels] shows several charts, [Boxes] shows
// samples in rows, and [Ranks] shows the mean ranks of algorithms. Each has one layout, drawn on a
// small canvas with two backends. A map works for any size from one city to a million: lines become
// thinner as the density of the cities grows, and the colour changes along the tour, so that a
// large tour shows its structure instead of a black square.
package plot

import (
	"fmt"
	"io"
	"math"
)

// Theme is the colour scheme of a picture.
type Theme int

// Light is for paper and pages, Dark is for screens, and Mono is black on white for printers. Page
// is for an SVG in a page that sets the colours as CSS variables; without the variables, it looks
// like Light.
const (
	Light Theme = iota
	Dark
	Page
	Mono
)

// Limits on the picture width and on the size of a PNG, in pixels.
const (
	minWidth  = 64
	maxWidth  = 16384
	maxPixels = 1 << 27 // a gigabyte at 8 bytes per pixel while painting
)

// checkWidth returns an error if a width is not allowed. 0 lets the layout choose the width.
func checkWidth(w int) error {
	if w != 0 && (w < minWidth || w > maxWidth) {
		return fmt.Errorf("plot: width %d, want 0 or %d to %d pixels", w, minWidth, maxWidth)
	}
	return nil
}

// checkNotNegative returns an error if a number is negative or not finite.
func checkNotNegative(name string, v float64) error {
	if !(v >= 0) || !finite(v) {
		return fmt.Errorf("plot: %s is %v, want a number of at least 0", name, v)
	}
	return nil
}

// A sheet is a picture that has been checked and laid out, ready to be painted.
type sheet struct {
	width, height int
	title         string // for screen readers
	theme         Theme
	paint         func(canvas)
}

// writeSVG lays out a picture and writes it as SVG.
func writeSVG(w io.Writer, layout func() (sheet, error)) error {
	s, err := layout()
	if err != nil {
		return err
	}
	c := newVector(s)
	s.paint(c)
	return c.encode(w)
}

// A SizeError reports that a PNG would have too many pixels.
type SizeError struct{ Width, Height int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("plot: a PNG of %d x %d pixels is too large, want at most %d pixels in total", e.Width, e.Height, maxPixels)
}

// Fitting returns a width at which the picture would not be too large.
func (e *SizeError) Fitting() int {
	return int(0.99 * float64(e.Width) * math.Sqrt(maxPixels/(float64(e.Width)*float64(e.Height))))
}

// writePNG lays out a picture and writes it as PNG.
func writePNG(w io.Writer, layout func() (sheet, error)) error {
	s, err := layout()
	if err != nil {
		return err
	}
	if s.width*s.height > maxPixels {
		return &SizeError{s.width, s.height}
	}
	c := newRaster(s)
	s.paint(c)
	return c.encode(w)
}
