package plot

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A picture in the theme Page uses only colours that its page can replace, and looks like the Light
// theme if the page does not replace them.
func TestPagePicturesNameTheirColours(t *testing.T) {
	var many []Series
	for range shades {
		many = append(many, Series{Name: "s", X: []float64{1, 10}, Y: []float64{5, 1}, Low: []float64{4, 1}, High: []float64{6, 2}})
	}
	c := Chart{Series: many, Floor: 0.1, Patterned: true, Column: true, Theme: Page}
	var page, light strings.Builder
	if err := c.SVG(&page); err != nil {
		t.Fatal(err)
	}
	c.Theme = Light
	if err := c.SVG(&light); err != nil {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`var\(--(plot-[a-z0-9]+),(#[0-9a-f]{6})\)`)
	if got := variable.ReplaceAllString(page.String(), "$2"); got != light.String() {
		t.Error("the fallbacks are not the colours of Light")
	}
	if bare := regexp.MustCompile(`="#[0-9a-f]{6}"`).FindString(page.String()); bare != "" {
		t.Errorf("%s has no name", bare)
	}
	for _, m := range variable.FindAllStringSubmatch(page.String(), -1) {
		if !strings.Contains(Variables(Light), "--"+m[1]+":"+m[2]+";") || !strings.Contains(Variables(Dark), "--"+m[1]+":") {
			t.Errorf("%s is not declared", m[0])
		}
	}
	if strings.Contains(light.String(), "var(") {
		t.Error("a light picture needs a page")
	}
}

func TestPatternedSeriesDiffer(t *testing.T) {
	var seen []style
	for i := range shades {
		s := Light.palette().patterned(i)
		if slices.ContainsFunc(seen, func(o style) bool { return o.colour == s.colour || o.mark == s.mark && slices.Equal(o.dash, s.dash) }) {
			t.Errorf("series %d looks like one before it", i)
		}
		seen = append(seen, s)
	}
}
