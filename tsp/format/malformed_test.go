package format_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

const (
	head2  = "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
	matrix = "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"
)

// npy returns an NPY file with the given header and data.
func npy(dict string, data ...any) string {
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	_ = binary.Write(&b, binary.LittleEndian, uint16(len(dict)))
	b.WriteString(dict)
	for _, d := range data {
		_ = binary.Write(&b, binary.LittleEndian, d)
	}
	return b.String()
}

// malformed lists inputs that must be rejected with a helpful message.
var malformed = []struct {
	file, text, metric, want string
}{
	{"a.tsp", "", "", "a.tsp: DIMENSION: the keyword is missing"},
	{"a.tsp", "1 2 3\n", "", `a.tsp:1: expected a keyword such as NAME, DIMENSION or NODE_COORD_SECTION, found "1"`},
	{"a.tsp", "DIMENSION: many\n", "", `a.tsp:1: DIMENSION: expected the number of cities, from 1 to 536870911, found "many"`},
	{"a.tsp", "DIMENSION: -3\n", "", "a.tsp:1: DIMENSION: expected the number of cities"},
	{"a.tsp", "DIMENSION: 2\nNODE_COORD_SECTION\n1 0 0\n2 0 0\n", "", "EDGE_WEIGHT_TYPE: the keyword is missing"},
	{"a.tsp", "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n", "", `expected a line such as "DIMENSION: 1"`},
	{"a.tsp", "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\n", "", "a.tsp:2: EDGE_WEIGHT_TYPE: metric EUC_2D needs a NODE_COORD_SECTION"},
	{"a.tsp", "DIMENSION: 2\nEDGE_WEIGHT_TYPE: SPECIAL\n", "", "a.tsp:2: EDGE_WEIGHT_TYPE: SPECIAL distances are computed by a program"},
	{"a.tsp", "DIMENSION: 2\nEDGE_WEIGHT_TYPE: ROAD\n", "", `expected EXPLICIT or one of EUC_2D, CEIL_2D`},
	{"a.tsp", "TYPE: CVRP\n" + head2, "", "a.tsp:1: TYPE: CVRP, vehicle routing with capacities, is not supported: expected TSP, ATSP or HPP (a path) for a single tour through all places"},
	{"a.tsp", "TYPE : SOP\n" + head2, "", "a.tsp:1: TYPE: SOP, sequential ordering, is not supported: expected TSP, ATSP or HPP"},
	{"a.tsp", "TYPE: HCP\n" + head2, "", "a.tsp:1: TYPE: HCP, finding a Hamiltonian cycle, is not supported"},
	{"a.tsp", "TYPE: ROUTE\n" + head2, "", `a.tsp:1: TYPE: expected TSP, ATSP or HPP (a path), found "ROUTE"`},
	{"a.tour", "TYPE: TOUR\nTOUR_SECTION\n1\n-1\n", "", "expected an instance, found a tour: use the .tsp file"},
	{"a.tsp", head2 + "1 0 0\n", "", "a.tsp:1: DIMENSION: the file declares 2 cities, but NODE_COORD_SECTION on line 3 contains 1"},
	{"a.tsp", head2 + "1 0 0\n2 0 0\n3 0 0\n", "", "a.tsp:6: NODE_COORD_SECTION: this is city number 3, but DIMENSION on line 1 is 2"},
	{"a.tsp", head2 + "1 0 0\n1 5 5\n", "", "a.tsp:5: NODE_COORD_SECTION: the number 1 is used by two cities"},
	{"a.tsp", head2 + "1 0 0\n2 0\n", "", "a.tsp:5: NODE_COORD_SECTION: expected a city number followed by 2 coordinates, found 1"},
	{"a.tsp", head2 + "1 0 0\n2 0 0 0\n", "", "a.tsp:5: NODE_COORD_SECTION: expected a city number followed by 2 coordinates, found 3"},
	{"a.tsp", head2 + "1 0 0 0\n2 0 0 0\n", "", "a.tsp:4: NODE_COORD_SECTION: expected 2 coordinates per city for EUC_2D, found 3"},
	{"a.tsp", head2 + "1 0 0\n2 0 zero\n", "", `a.tsp:5: NODE_COORD_SECTION: expected a coordinate, found "zero"`},
	{"a.tsp", head2 + "1 0 0\n2 NaN 0\n", "", `a.tsp:5: NODE_COORD_SECTION: expected a coordinate, found "NaN"`},
	{"a.tsp", head2 + "1 0 0\n2 1e999 0\n", "", "a.tsp:5: NODE_COORD_SECTION: coordinate +Inf, expected a finite number"},
	{"a.tsp", head2 + "1 0 0\ntwo 0 0\n", "", `a.tsp:5: NODE_COORD_SECTION: expected a number or a keyword, found "two"`},
	{"a.tsp", head2 + "1 0 0\n2.5 0 0\n", "", `a.tsp:5: NODE_COORD_SECTION: expected a city number, found "2.5"`},
	{"a.tsp", head2 + "1 0 0\n-2 0 0\n", "", "a.tsp:5: NODE_COORD_SECTION: the city number is -2: expected 0 or more"},
	{"a.tsp", head2 + "1 0 0\n2 0 0\nNODE_COORD_SECTION\n", "", "a.tsp:6: NODE_COORD_SECTION: the section appears here and on line 3"},
	{"a.tsp", head2 + "1 0 0\n2 0 0\nDIMENSION: 2\n", "", "a.tsp:6: DIMENSION: the keyword appears here and on line 1: expected it once"},
	{"a.tsp", "EDGE_WEIGHT_TYPE: CEIL_2D\n" + head2 + "1 0 0\n2 0 0\n", "", "a.tsp:3: EDGE_WEIGHT_TYPE: the keyword appears here and on line 1: expected it once"},
	{"a.tsp", strings.ReplaceAll(head2, "EUC_2D", "GEO") + "1 0 0\n2 100 50\n", "", "a.tsp:5: NODE_COORD_SECTION: latitude 100 is not between -90 and 90: did you swap"},
	{"a.tsp", head2 + "1 0 0\n2 1e14 0\n", "", "scale the coordinates down"},
	{"a.tsp", matrix + "0 1 2\n", "", "a.tsp:5: EDGE_WEIGHT_SECTION: expected 4 numbers for FULL_MATRIX of 2 cities (DIMENSION, line 2), found 3"},
	{"a.tsp", matrix + "0 1 x 0\n", "", `a.tsp:6: EDGE_WEIGHT_SECTION: expected a number or a keyword, found "x"`},
	{"a.tsp", matrix + "0 1 2 0\n", "", `the distance from city 1 to city 2 is 1 and the reverse distance is 2: expected "TYPE: ATSP"`},
	{"a.tsp", strings.ReplaceAll(matrix, "FULL", "HALF"), "", "a.tsp:4: EDGE_WEIGHT_FORMAT: expected FULL_MATRIX or one of LOWER_COL"},
	{"a.tsp", "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_SECTION\n1\n", "", "EDGE_WEIGHT_FORMAT: the keyword is missing"},
	{"a.tsp", "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\n", "", "a.tsp:2: EDGE_WEIGHT_TYPE: EXPLICIT needs an EDGE_WEIGHT_SECTION"},
	{"a.tsp", matrix + "0 1 1 0\n", "EUC_2D", "the file contains distances, not places: expected no metric, found EUC_2D"},
	{"a.tsp", head2 + "1 0 0\n2 0 0\n", "EUC_3D", "expected 3 coordinates per city for EUC_3D, found 2"},
	{"a.tsp", head2 + "1 0 0\n2 0 0\nFIXED_EDGES_SECTION\n1 7\n-1\n", "", "a.tsp:6: FIXED_EDGES_SECTION: expected ids of the instance, found 7"},
	{"a.tsp", head2 + "1 0 0\n2 0 0\nFIXED_EDGES_SECTION\n1\n-1\n", "", "a.tsp:6: FIXED_EDGES_SECTION: expected pairs of cities, found 1 ids"},
	{"a.tsp", head2 + "1 0 0\n2 0 0\nFIXED_EDGES_SECTION\n1 1\n-1\n", "", "a.tsp:6: FIXED_EDGES_SECTION: fixed edge 1 joins"},
	{"a.tsp", "PATH_END: 2\n" + head2 + "1 0 0\n2 0 0\n", "", `a closed tour has no end: expected "TYPE: HPP"`},
	{"a.tsp", "TYPE: HPP\nPATH_START: 9\n" + head2 + "1 0 0\n2 0 0\n", "", `a.tsp:2: PATH_START: expected a city id, found "9"`},

	{"a.csv", "", "", "a.csv: expected a header such as x,y or lat,lon"},
	{"a.csv", "x,y\n", "", "a.csv: expected at least one city, found none"},
	{"a.csv", "x,y\n1,2\n3\n", "", "a.csv:3: y: expected 2 fields as in the header, found 1"},
	{"a.csv", "x,y\n1,two\n", "", `a.csv:2: y: expected a finite number, found "two"`},
	{"a.csv", "x,y\n1,NaN\n", "", `a.csv:2: y: expected a finite number, found "NaN"`},
	{"a.csv", "1,2\n3,inf\n", "", `a.csv:2: y: expected a finite number, found "inf"`},
	{"a.csv", "lat,lon\n48,2\n2.3,480\n", "", "a.csv:3: longitude 480 is not between -360 and 360"},
	{"a.csv", "lat,lon\n48,2\n139.7,35.6\n", "", "a.csv:3: latitude 139.7 is not between -90 and 90: did you swap lat and lon?"},
	{"a.csv", "lat,name\n48,Paris\n", "", `a.csv:1: column "lat" lacks its counterpart: expected columns x and y, or lat and lon; columns: lat, name`},
	{"a.csv", "Paris,75001,48.8,2.3\nRome,100,41.9,12.5\n", "", "no coordinates found"},
	{"dc.csv", "name,lat,lon\nA,52,5,13,4\n", "", "dc.csv:2: expected 3 fields, found 5: does it contain a decimal comma? use a decimal point, or semicolons between fields"},
	{"a.csv", "name;lat;lon\nA;B;52,5;13,4\n", "", "a.csv:2: expected 3 fields, found 4: put quotes around"},
	{"a.csv", "x,y\n\"52,5\",\"13,4\"\n", "", `a.csv:2: x: expected a finite number, found "52,5": use a decimal point, or semicolons between fields`},
	{"a.csv", "\"52,5\",\"13,4\"\n\"48,8\",\"2,3\"\n", "", `a.csv:1: column 1: expected a number, found "52,5": use a decimal point, or semicolons between fields`},
	{"a.csv", ",A,B\nA,0,\"1,5\"\nB,2,0\n", "", `a.csv:2: column 3: expected a distance, found "1,5": use a decimal point`},
	{"a.csv", ",A,B,C\nA,0,1,2\nC,2,3,0\nB,1,0,3\n", "", `a.csv:3: row 2 is named "C", but column 2 is named "B": expected rows and columns in the same order`},
	{"a.csv", ",A,B,C\nA,0,1,2\nB,1,0,3\nD,2,3,0\n", "", `a.csv:4: row 3 is named "D", but column 3 is named "C"`},
	{"a.csv", "A\nB\n", "", "a.csv:1: no coordinates found (addresses must be geocoded first), and the rows are not a distance matrix; columns: A"},
	{"a.csv", "x,y\n1,2e15\n", "", "a.csv:2: coordinate 2e+15, but the limit is 1e+15: scale the coordinates down"},
	{"a.csv", "1\n2\n", "", "a.csv:1: expected at least two columns"},
	{"a.csv", "1,2\n3,4,5\n", "", "a.csv:2: expected 2 fields as in the first row, found 3"},
	{"a.csv", "0,1,2,3\n1,0,2,3\n", "", "a.csv: found 2 rows of 4 columns: expected a matrix"},
	{"a.csv", "0,1,2,3\n1,0,2\n", "", "a.csv:2: expected 4 distances as in the first row, found 3"},
	{"a.csv", "x,y\n1,\"2\n", "", "a.csv:2: extraneous or missing"},
	{"a.csv", "x,y\n1,2\n", "HAVERSINE", "metric HAVERSINE needs latitudes and longitudes: expected lat and lon, found x and y"},
	{"a.csv", "lat,lon\n1,2\n", "EUC_2D", "EUC_2D would measure distances in degrees: expected HAVERSINE or GEO"},
	{"a.csv", "x,y\n1,2\n", "ROAD", "expected one of EUC_2D"},
	{"a.csv", "x,y\n1,2\n", "EUC_3D", "metric EUC_3D needs 3 coordinates per city, found 2"},
	{"a.csv", ",A,B\nA,0,1\nB,1,0\n", "EUC_2D", "the file contains distances, not places"},

	{"a.json", "", "", "a.json: expected JSON, found nothing"},
	{"a.json", "{\"points\": [[1, 2],\n[3, 4}\n", "", "a.json:2: invalid character"},
	{"a.json", "{\"points\": [[1, 2],\n[3, ", "", "a.json:2: the file is truncated: is it complete?"},
	{"a.json", `[[1, 2], [3, 4]`, "", "a.json:1: the file is truncated"},
	{"a.json", `[{"x": 1, "y": 2, "id": 7}, {"x": 3, "y": 4, "id": 7}]`, "", `a.json: id: "7" is used by two cities, number 1 and number 2`},
	{"a.json", `[{"x": 1, "y": 2, "id": "A", "name": "B"}, {"x": 3, "y": 4, "id": "A", "name": "C"}]`, "", `a.json: id: "A" is used by two cities`},
	{"a.json", `{"latlon": [[1, 2]], "unit": "km"}`, "", `a.json: unit: the unit of metric HAVERSINE is m: expected this unit or none, found "km"`},
	{"a.json", `{"matrix": [[0]], "display": [[1e16, 0]]}`, "", "a.json: display[0]: coordinate 1e+16, but the limit is 1e+15"},
	{"a.json", `{"code": "Ok", "durations": [[0]], "sources": [{"location": [1, 2]}, {"location": [1, 2]}]}`, "", "sources: expected 1 places (one per row), found more"},
	{"a.json", "{}", "", `a.json: expected "points", "latlon" or "matrix"`},
	{"a.json", `{"points": [[1, 2], [3]]}`, "", "a.json: points[1]: expected 2 coordinates, found 1"},
	{"a.json", `{"points": [[1, null]]}`, "", "expected numbers, found null"},
	{"a.json", `{"points": [7]}`, "", `expected a place as [x, y] or {"x": …, "y": …}, found "7"`},
	{"a.json", `[{"x": 1}]`, "", "expected fields x and y, or lat and lon"},
	{"a.json", `[{"lat": 100, "lon": 10}]`, "", "[0]: latitude 100 is not between -90 and 90: did you swap lat and lon?"},
	{"a.json", `{"matrix": [[0, 1], [1]]}`, "", "a.json: matrix[1]: expected 2 distances as in the first row, found 1"},
	{"a.json", `{"points": [[1, 2], [3, 4]], "ids": [1, 1]}`, "", "a.json: ids: duplicate id 1"},
	{"a.json", `{"points": [[1, 2], [3, 4]], "codes": ["A", "A"]}`, "", `a.json: codes: duplicate id "A"`},
	{"a.json", `{"points": [[1, 2]], "ids": "one"}`, "", "a.json:1: ids: expected array, found string"},
	{"a.json", `{"points": [[1, 2]], "metric": "ROAD"}`, "", "a.json: metric: expected one of EUC_2D"},
	{"a.json", `{"code": "NoTable", "message": "No table found"}`, "", "OSRM responded with NoTable (No table found)"},
	{"a.json", `{"code": "Ok", "durations": [[0, null], [1, 0]]}`, "", "durations[0][1]: OSRM found no route from place 1 to place 2"},
	{"a.json", `{"code": "Ok", "durations": [[0, 1], [1, 0]]}`, "distances", "distances: the OSRM response contains none"},
	{"a.json", `{"code": "Ok", "durations": [[0, 1, 2], [1, 0, 2]]}`, "", "durations: expected as many rows as columns (3), found 2"},

	{"a.geojson", `{"type": "FeatureCollection", "features": []}`, "", "expected Point or MultiPoint geometries, found none"},
	{"a.geojson", `{"type": "Road"}`, "", `expected a FeatureCollection, Feature or geometry, found the type "Road"`},
	{"a.geojson", `{"type": "Point", "coordinates": [35.6, 139.7]}`, "", "latitude 139.7 is not between -90 and 90: did you swap lat and lon?"},
	{"a.geojson", `{"type": "FeatureCollection", "features": [null]}`, "", "features[0]: expected a feature, found null"},
	{"a.geojson", `{"type": "Point", "coordinates": [1]}`, "", "expected coordinates as [longitude, latitude]"},
	{"a.geojson", `{"type": "Point"`, "", "a.geojson:1: the file is truncated"},

	{"a.json", "{\"points\": [[1, 2],\n[3, 1e999]]}", "", "a.json:1: points[1]: the number 1e999 is too large: expected at most 1.8e+308"},
	{"a.json", "[[1, 2], [3, 1e999]]", "", "the number 1e999 is too large"},
	{"a.geojson", `{"type": "MultiPoint", "coordinates": [[0, 0], [1, 1e999]]}`, "", "the number 1e999 is too large"},
	{"a.geojson", `{"type": "Point", "coordinates": [1e999, 0]}`, "", "the number 1e999 is too large"},
	{"a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}", []float64{0, 1, 1, 0}) + "x", "", "a.npy: data: expected 4 numbers for the shape (2, 2), found more data after them"},
	{"a.npy", "PNG", "", "a.npy: expected the magic bytes of an NPY file"},
	{"a.npy", "\x93NUMPY\x01\x00\xff\xff{", "", "a.npy: header: the file ends within the header, expected 65535 bytes"},
	{"a.npy", "\x93NUMPY\x02\x00\xff\xff\xff\xff{", "", "header: expected version 1 to 3 and at most 65536 bytes"},
	{"a.npy", npy("{}"), "", "header: expected a dictionary with descr, fortran_order and shape"},
	{"a.npy", npy("{'descr': '<c16', 'fortran_order': False, 'shape': (2, 2)}"), "", "descr: expected integers or floats such as '<f8'"},
	{"a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (6,)}"), "", "shape: expected two dimensions, found (6,)"},
	{"a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (6, 4)}"), "", "shape: expected (n, n) distances or (n, 2) or (n, 3) coordinates, found (6, 4)"},
	{"a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (6, 2)}", 1.0), "", "data: expected 12 numbers for the shape (6, 2), found 1"},
	{"a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 2)}"), "", "shape: expected at most 536870911 rows"},

	{"a.gpx", "", "", "a.gpx: expected waypoints, route points or track points"},
	{"a.gpx", "<kml/>", "", "a.gpx: KML is not supported: export it as GPX or CSV"},
	{"a.gpx", `<?xml version="1.0" encoding="KOI8-R"?><gpx/>`, "", `a.gpx:1: the encoding "KOI8-R" is not supported: save the file in UTF-8`},
	{"a.gpx", "<osm/>", "", `a.gpx:1: expected the element gpx, found "osm"`},
	{"a.gpx", "<gpx>\n<wpt lat=\"1\">", "", "a.gpx:2: wpt: expected the attribute lon with a number, found nothing"},
	{"a.gpx", "<gpx>\n<wpt lat=\"99\" lon=\"1\"/></gpx>", "", "a.gpx:2: wpt: latitude 99 is not between -90 and 90: did you swap"},
	{"a.gpx", "<gpx>\n<wpt lat=\"9\" lon=\"1\"/>", "", "a.gpx:2: the file is truncated: is it complete?"},
	{"a.gpx", "<gpx><wpt lat=\"9\" lon=\"1\"/>\n</gpX>", "", "a.gpx:2: invalid XML"},
	{"a.gpx", "<gpx><wpt lat=\"9\" lon=\"1\"/></gpx>", "EUC_2D", "EUC_2D would measure distances in degrees"},

	{"a.tsp.gz", "\x1f\x8b nonsense", "", "a.tsp.gz: the compressed file is damaged: is the download complete?"},
	{"a.tsp.zst", "\x28\xb5\x2f\xfd nonsense", "", "a.tsp.zst: the compressed file is"},
}

func TestMalformed(t *testing.T) {
	for _, c := range malformed {
		in, err := format.Read(strings.NewReader(c.text), c.file, format.Options{Metric: c.metric})
		if err == nil {
			t.Errorf("%s %.60q was accepted with %d cities, expected: %s", c.file, c.text, in.N(), c.want)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %.60q:\n   found %v\nexpected %s", c.file, c.text, err, c.want)
		}
		for _, raw := range []string{"bufio.", "json:", "xml:", "csv:", "gzip:", "zstd:", "strconv.", "io:", "EOF", "Decoder", "Unmarshal"} {
			if strings.Contains(strings.TrimPrefix(err.Error(), c.file), raw) && !strings.Contains(c.text, raw) {
				t.Errorf("%s %.60q: %q is not for users: %v", c.file, c.text, raw, err)
			}
		}
		var e *format.Error
		if !errors.As(err, &e) || e.File != c.file {
			t.Errorf("%s: %T does not name the file", c.file, err)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	_, err := format.Read(strings.NewReader("x"), "a", format.Options{Format: "pdf"})
	if err == nil || !strings.Contains(err.Error(), `unknown format "pdf": expected one of tsplib, csv`) {
		t.Error(err)
	}
}

func TestMissingFile(t *testing.T) {
	if _, err := format.ReadFile("no/such/file.tsp", format.Options{}); err == nil {
		t.Error("a file that does not exist was read")
	}
}
