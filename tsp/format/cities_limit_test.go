package format_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Reading stops at the first city too many, so an endless file is refused at once.
func TestReadingStopsAtTheCityTooMany(t *testing.T) {
	const most = 1000
	const header = "TYPE: TSP\nEDGE_WEIGHT_TYPE: EUC_2D\n"
	for name, file := range map[string]io.Reader{
		"declared.tsp": forever(header+"DIMENSION: 1001\nNODE_COORD_SECTION\n", "1 2 3\n"),
		"later.tsp":    forever(header+"NODE_COORD_SECTION\n", "1 2 3\n"),
		"a.csv":        forever("x,y\n", "1,2\n"),
		"named.csv":    forever("name,lat,lon\n", "a,1,2\n"),
		"matrix.csv":   strings.NewReader(strings.Repeat("1,", most) + "1\n"),
		"a.gpx":        forever(`<gpx version="1.1">`, `<wpt lat="1" lon="2"/>`),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := format.Read(file, name, format.Options{MaxCities: most})
			want := fmt.Sprintf("too large: expected at most %d cities, found at least %d", most, most+1)
			if !errors.Is(err, format.ErrTooLarge) || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("expected %q, found %v", want, err)
			}
		})
	}
	fits := "x,y\n" + strings.Repeat("1,2\n", most)
	if _, err := format.Read(strings.NewReader(fits), "a.csv", format.Options{MaxCities: most}); err != nil {
		t.Error(err)
	}
}
