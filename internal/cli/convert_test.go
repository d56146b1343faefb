package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// convert rejects a format that would change the problem, unless --lossy is set.
func TestConvertLosesNothingSilently(t *testing.T) {
	folder := t.TempDir()
	hpp, named := filepath.Join(folder, "a.hpp"), filepath.Join(folder, "named.csv")
	testkit.WriteFile(t, hpp, "NAME: a\nTYPE: HPP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: MAN_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 9 1\nFIXED_EDGES_SECTION\n1 3\n-1\nEOF\n")
	testkit.WriteFile(t, named, "lat,lon,name\n1,2,a\n3,4,b\n")
	for _, c := range []struct {
		from, to string
		code     int
		want     string
	}{
		{hpp, "b.tsp", exitOK, "3 cities written"},
		{hpp, "b.json", exitOK, "3 cities written"},
		{hpp, "b.csv", exitUsage, "b.csv: the format csv cannot carry that the tour is a path, the fixed edges, the metric MAN_2D: use a name that ends in .json or .tsp, or --lossy"},
		{hpp, "b.geojson", exitUsage, "the format geojson cannot carry that the tour is a path, the fixed edges: use"},
		{hpp, "b.npy", exitUsage, "the format npy cannot carry that the tour is a path, the fixed edges: use"},
		{hpp, "b.csv --lossy", exitOK, "note: the format csv does not carry that the tour is a path, the fixed edges, the metric MAN_2D\n"},
		{named, "c.tsp", exitOK, "note: the format tsplib does not carry the names of the cities\n"},
		{named, "c.gpx", exitOK, "2 cities written"},
	} {
		args := append([]string{"convert", c.from}, strings.Fields(c.to)...)
		args[2] = filepath.Join(folder, args[2])
		var out bytes.Buffer
		if code := Main(args, &out, &out); code != c.code || !strings.Contains(out.String(), c.want) {
			t.Errorf("%v: exit code %d, expected %d and %q in\n%s", args, code, c.code, c.want, out.String())
		}
		if strings.Contains(out.String(), "carry") != strings.Contains(c.want, "carry") {
			t.Errorf("%v: %s", args, out.String())
		}
	}
}
