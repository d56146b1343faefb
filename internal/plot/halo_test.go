package plot

import "testing"

// The halo hides a line through the middle of a text around and between the letters.
func TestHaloKeepsLinesOffAText(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		p := theme.palette()
		freed := func(halo colour) (pixels int) {
			r := newRaster(sheet{width: 200, height: 60, theme: theme})
			r.line([]point{{0, 30}, {200, 30}}, pen{colour: p.serial(0), width: 4})
			r.text(point{100, 36}, "illicit", lettering{size: 20, colour: p.ink, align: middle, halo: halo})
			for x := range 200 {
				if isPaper(r.img, x, 30, theme) {
					pixels++
				}
			}
			return pixels
		}
		if n := freed(colour{}); n != 0 {
			t.Errorf("without a halo %d pixels of the line are gone", n)
		}
		if n := freed(p.paper); n < 20 || n > 80 {
			t.Errorf("with a halo %d pixels of the line are gone", n)
		}
	}
}
