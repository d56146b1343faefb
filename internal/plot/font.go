package plot

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

var goFont = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic("plot: cannot parse the built-in font: " + err.Error())
	}
	return f
})

// face returns Go Regular at the given size in pixels.
func face(size float64) font.Face {
	f, err := opentype.NewFace(goFont(), &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic("plot: cannot create a face of the built-in font: " + err.Error())
	}
	return f
}

// textWidth returns the width of the text in pixels.
func textWidth(s string, size float64) float64 {
	return float64(font.MeasureString(face(size), s)) / 64
}

// paintText draws text that must fit a width.
func paintText(on canvas, at point, s string, l lettering, width float64) {
	s, l.size = fit(s, l.size, width)
	on.text(at, s, l)
}

// fit makes text fit a width. It first reduces the size, down to two thirds, and then shortens the
// text.
func fit(s string, size, width float64) (string, float64) {
	if w := textWidth(s, size); w > width {
		size *= max(width/w, 2.0/3)
	}
	letters := []rune(s)
	for textWidth(s, size) > width && len(letters) > 0 {
		letters = letters[:len(letters)*9/10]
		s = string(letters) + "…"
	}
	return s, size
}
