package plot

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

// picture contains the common methods of maps and charts.
type picture interface {
	SVG(io.Writer) error
	PNG(io.Writer) error
}

// parsed is a decoded SVG.
type parsed struct {
	Width   int    `xml:"width,attr"`
	Height  int    `xml:"height,attr"`
	ViewBox string `xml:"viewBox,attr"`
	Title   string `xml:"title"`
	Paths   []path `xml:"path"`
	Texts   []struct {
		Body   string `xml:",chardata"`
		Stroke string `xml:"stroke,attr"`
	} `xml:"text"`
}

type path struct {
	Stroke string  `xml:"stroke,attr"`
	Width  float64 `xml:"stroke-width,attr"`
	Dash   string  `xml:"stroke-dasharray,attr"`
	D      string  `xml:"d,attr"`
}

func (p path) isDots() bool { return strings.Contains(p.D, "h0") }

// points returns the absolute positions of the dots or line in the path.
func (p path) points(t *testing.T) []point {
	t.Helper()
	numbers := strings.Fields(strings.NewReplacer("M", " ", "m", " ", "l", " ", "h0", " ", "z", "").Replace(p.D))
	var at [2]float64
	var points []point
	for i, s := range numbers {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatalf("path %.40q: %v", p.D, err)
		}
		at[i%2] += v
		if i%2 == 1 {
			points = append(points, point{float32(at[0]), float32(at[1])})
		}
	}
	return points
}

func (s parsed) lines() (lines []path) {
	for _, p := range s.Paths {
		if !p.isDots() && p.Stroke != "" {
			lines = append(lines, p)
		}
	}
	return lines
}

func (s parsed) words() string {
	var words []string
	for _, t := range s.Texts {
		words = append(words, t.Body)
	}
	return strings.Join(words, "|")
}

func svgOf(t *testing.T, p picture) (parsed, int) {
	t.Helper()
	var b bytes.Buffer
	if err := p.SVG(&b); err != nil {
		t.Fatal(err)
	}
	var s parsed
	if err := xml.Unmarshal(b.Bytes(), &s); err != nil {
		t.Fatalf("not XML: %v", err)
	}
	return s, b.Len()
}

func pngOf(t *testing.T, p picture) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := p.PNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// isPaper reports whether nothing was drawn at a pixel.
func isPaper(img image.Image, x, y int, theme Theme) bool {
	return color.RGBAModel.Convert(img.At(x, y)) == theme.palette().paper.rgba()
}

func cornersArePaper(img image.Image, theme Theme) bool {
	b := img.Bounds().Max
	return isPaper(img, 0, 0, theme) && isPaper(img, b.X-1, 0, theme) &&
		isPaper(img, 0, b.Y-1, theme) && isPaper(img, b.X-1, b.Y-1, theme)
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// strips returns cities on a jittered grid, visited row by row in alternating directions.
func strips(side int) Map {
	var m Map
	for y := range side {
		for i := range side {
			x := i
			if y%2 == 1 {
				x = side - 1 - i
			}
			jitter := float64((x*7919+y*104729)%1000) / 1000
			m.XY = append(m.XY, float64(x)+jitter, float64(y)+0.7*jitter)
			m.Tour = append(m.Tour, int32(len(m.Tour)))
		}
	}
	return m
}
