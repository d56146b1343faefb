package plot

import (
	"fmt"
	"strings"
)

// Variables returns the colours of a theme as CSS declarations. If a page declares the variables of
// Light, and the variables of Dark for readers who prefer a dark theme, pictures in the theme Page
// follow the reader's preference.
func Variables(t Theme) string {
	var css strings.Builder
	for _, v := range t.palette().named() {
		fmt.Fprintf(&css, "--%s:%s;", v.name, v.colour.hex())
	}
	return css.String()
}

// Variable returns the name of the CSS variable for the colour of the series with the given index.
func Variable(series int) string { return fmt.Sprintf("plot-%d", series%len(shades)) }

// A variable is a colour that a page can replace.
type variable struct {
	name   string
	colour colour
}

func (p palette) named() []variable {
	all := []variable{{"plot-paper", p.paper}, {"plot-ink", p.ink}, {"plot-muted", p.muted}, {"plot-faint", p.faint}}
	for i := range shades {
		all = append(all, variable{Variable(i), p.serial(i)})
	}
	return all
}

// variables returns the CSS variables of the theme Page, keyed by the colours they replace.
func (t Theme) variables() map[colour]string {
	if t != Page {
		return nil
	}
	names := map[colour]string{}
	for _, v := range t.palette().named() {
		names[v.colour] = v.name
	}
	return names
}
