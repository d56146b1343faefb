package format_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A file with too many cities is rejected as soon as this is known: the reader does not get to the
// fault that follows.
func TestTooManyCitiesAreFoundEarly(t *testing.T) {
	rows := func(form string) string {
		var b strings.Builder
		for i := range 5 {
			b.WriteString(strings.ReplaceAll(form, "#", strconv.Itoa(i+1)))
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"header.tsp":     "NAME: a\nDIMENSION: 5\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 fault",
		"late.tsp":       "NAME: a\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n" + rows("# # #\n") + "1 fault",
		"places.csv":     "x,y\n" + rows("#,#\n") + "\"fault",
		"numbers.txt":    rows("# #\n") + "fault fault\n",
		"matrix.csv":     "0,1,2,3,4\n1,fault,2,3,4\n",
		"points.gpx":     "<gpx>" + rows(`<wpt lat="#" lon="#"></wpt>`) + "<fault",
		"points.geojson": `{"type":"FeatureCollection","features":[` + strings.TrimSuffix(rows(`{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[#,#]}},`), ",") + "]}",
		"array.npy":      "\x93NUMPY\x01\x00\x3c\x00" + "{'descr': '<f8', 'fortran_order': False, 'shape': (5, 2)}  \n" + "fault",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := format.Read(strings.NewReader(text), name, format.Options{MaxCities: 4})
			if !tooMany(err) {
				t.Errorf("%v", err)
			}
			if _, err = format.Read(strings.NewReader(text), name, format.Options{MaxCities: 5}); tooMany(err) {
				t.Errorf("five cities where five are allowed: %v", err)
			}
		})
	}
}

func tooMany(err error) bool {
	return errors.Is(err, format.ErrTooLarge) && strings.Contains(err.Error(), "too many cities")
}
