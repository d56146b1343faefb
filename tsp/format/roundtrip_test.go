package format_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"pgregory.net/rapid"
)

// everything holds all data about an instance that a file can carry.
type everything struct {
	Hash, Name, Comment string
	Unit                string
	IDs                 []int64
	Labels, Codes       []string
	Display             []float64
	Locations           []float64
	Fixed               [][2]int32
	Open                bool
	Start, End          int32
}

func all(in *tsp.Instance) everything {
	e := everything{Hash: in.Hash(), Name: in.Name(), Comment: in.Details().Comment, Unit: in.Details().Unit, Labels: in.Details().Labels, Codes: in.Details().Codes, Fixed: in.FixedEdges(), Open: in.Open()}
	e.IDs = summarise(in).IDs
	e.Display, e.Locations = in.Details().Display, places.Locations(in)
	e.Start, e.End = in.Ends()
	return e
}

var (
	word   = rapid.StringMatching(`[A-Za-zäöü0-9_.,;:#"&<>'|-]{0,8}`)
	phrase = rapid.StringMatching(`[A-Za-z0-9_.,-]{1,9}( [A-Za-z0-9:;"<]{1,5}){0,3}`)
)

// drawNumber draws typical and unusual coordinates.
func drawNumber(t *rapid.T, limit float64) float64 {
	v := rapid.OneOf(
		rapid.Map(rapid.IntRange(-1000, 1000), func(i int) float64 { return float64(i) * limit / 1000 }),
		rapid.Map(rapid.IntRange(-100000, 100000), func(i int) float64 { return float64(i) / 1000 }),
		rapid.Float64Range(-limit, limit),
		rapid.Float64Range(-1e-9, 1e-9),
	).Draw(t, "v")
	return max(-limit, min(limit, v))
}

func drawSpatial(t *rapid.T, metric tsp.Metric) *tsp.Instance {
	dims := metric.Dims()
	if metric == tsp.Euclidean {
		dims = rapid.IntRange(2, 3).Draw(t, "dims")
	}
	n := rapid.IntRange(1, 12).Draw(t, "n")
	limit := 1e6
	if metric == tsp.Geo || metric == tsp.Haversine {
		limit = 90
	}
	coords := make([]float64, n*dims)
	for i := range coords {
		coords[i] = drawNumber(t, limit)
	}
	in, err := tsp.FromCoords(metric, dims, coords)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func drawMatrix(t *rapid.T) *tsp.Instance {
	n := rapid.IntRange(1, 8).Draw(t, "n")
	symmetric := rapid.Bool().Draw(t, "symmetric")
	unit := rapid.SampledFrom([]float64{1, 1, 0.1, 0.001, 1e-6, 1. / 3}).Draw(t, "unit")
	values := make([]float64, n*n)
	for i := range n {
		for j := range n {
			values[i*n+j] = float64(rapid.IntRange(-5, 1e9).Draw(t, "d")) * unit
			if symmetric && j < i {
				values[i*n+j] = values[j*n+i]
			}
		}
	}
	in, err := tsp.FromMatrix(n, values)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// drawNames gives an instance a name, and draws ids, codes and labels if the format carries them.
func drawNames(t *rapid.T, in *tsp.Instance, ids, labels bool) *tsp.Instance {
	d := tsp.Details{Name: phrase.Draw(t, "name"), Unit: in.Details().Unit}
	if ids && rapid.Bool().Draw(t, "own ids") {
		d.IDs = rapid.SliceOfNDistinct(rapid.Int64Range(0, 999999999999999999), in.N(), in.N(), rapid.ID[int64]).Draw(t, "ids")
	}
	if ids && labels && rapid.Bool().Draw(t, "codes") {
		d.Codes = rapid.SliceOfNDistinct(rapid.StringMatching(`[A-Zä"]-[0-9,;]{1,6}`), in.N(), in.N(), rapid.ID[string]).Draw(t, "codes")
		d.IDs = nil
	}
	if labels && rapid.Bool().Draw(t, "has labels") {
		d.Labels = rapid.SliceOfN(word, in.N(), in.N()).Draw(t, "labels")
	}
	return with(t, in, d)
}

func with(t *rapid.T, in *tsp.Instance, d tsp.Details) *tsp.Instance {
	t.Helper()
	out, err := in.With(d)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// renamed returns out with the name of in, for formats that do not carry names.
func renamed(t *rapid.T, out, in *tsp.Instance) *tsp.Instance {
	d := out.Details()
	d.Name = in.Name()
	return with(t, out, d)
}

// drawRoute adds a comment, display data or locations, and a route. Only TSPLIB and JSON carry all
// of these.
func drawRoute(t *rapid.T, in *tsp.Instance) *tsp.Instance {
	d := in.Details()
	d.Comment = rapid.StringMatching(`([a-z]{1,5}( [a-z:]{1,5})?(\n[a-z]{1,4}){0,2})?`).Draw(t, "comment")
	n := in.N()
	places := rapid.SampledFrom([]struct {
		limit float64
		to    *[]float64
	}{{}, {1e6, &d.Display}, {90, &d.Locations}}).Draw(t, "places")
	if in.Metric().Dims() == 0 && places.to != nil {
		for range 2 * n {
			*places.to = append(*places.to, drawNumber(t, places.limit))
		}
	}
	in = with(t, in, d)
	var err error
	if n > 3 && in.Symmetric() && rapid.Bool().Draw(t, "fixed") {
		if in, err = in.FixEdges([][2]int32{{0, 2}, {int32(n - 1), 1}}); err != nil {
			t.Fatal(err)
		}
	}
	switch kind := rapid.IntRange(0, 3).Draw(t, "route"); {
	case kind == 1 && n > 1:
		in, err = in.Path(0, rapid.SampledFrom([]int32{-1, int32(n - 1)}).Draw(t, "end"))
	case kind == 2:
		in, err = in.Path(-1, -1)
	case kind == 3:
		in, err = in.StartAt(int32(n - 1))
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

var spatial = []tsp.Metric{
	tsp.Euc2D, tsp.Ceil2D, tsp.Euc3D, tsp.Man2D, tsp.Man3D, tsp.Max2D, tsp.Max3D,
	tsp.Geo, tsp.Att, tsp.Xray1, tsp.Xray2, tsp.Euclidean, tsp.Haversine,
}

// again writes an instance and reads it back.
func again(t *rapid.T, in *tsp.Instance, f format.Format, opt format.Options) *tsp.Instance {
	var b bytes.Buffer
	if err := format.Write(&b, in, f); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	opt.Format = f
	out, err := format.Read(&b, in.Name(), opt)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return out
}

func same(t *rapid.T, want, got everything) {
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}

// TSPLIB and JSON carry all data: every metric, matrices, routes and names. TSPLIB carries no
// labels.
func TestWriteReadIdentity(t *testing.T) {
	for _, f := range []format.Format{format.TSPLIB, format.JSON} {
		for _, metric := range append(spatial, tsp.Explicit) {
			t.Run(fmt.Sprintf("%s/%v", f, metric), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					var in *tsp.Instance
					if metric == tsp.Explicit {
						in = drawMatrix(t)
					} else {
						in = drawSpatial(t, metric)
					}
					in = drawNames(t, in, true, f == format.JSON)
					in = drawRoute(t, in)
					same(t, all(in), all(again(t, in, f, format.Options{})))
				})
			})
		}
	}
}

// CSV and GeoJSON carry coordinates, ids and labels. The CSV reader needs the metric as an option.
// GEO is not tested, because its coordinates are written as decimal degrees.
func TestWriteReadPlaces(t *testing.T) {
	for _, f := range []format.Format{format.CSV, format.GeoJSON} {
		for _, metric := range spatial {
			if metric == tsp.Geo || f == format.GeoJSON && metric.Dims() == 3 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v", f, metric), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					in := drawSpatial(t, metric)
					if f == format.GeoJSON && in.Dims() == 3 {
						t.Skip("GeoJSON has two dimensions")
					}
					in = drawNames(t, in, true, true)
					opt := format.Options{}
					if f == format.CSV {
						opt.Metric = metric.String()
					}
					out := again(t, in, f, opt)
					same(t, all(in), all(renamed(t, out, in)))
				})
			})
		}
	}
}

// A matrix in CSV carries its ids, a matrix in NPY only the distances.
func TestWriteReadMatrix(t *testing.T) {
	for _, f := range []format.Format{format.CSV, format.NPY} {
		t.Run(string(f), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				in := drawMatrix(t)
				in = drawNames(t, in, f == format.CSV, false)
				out := again(t, in, f, format.Options{})
				same(t, all(in), all(renamed(t, out, in)))
			})
		})
	}
}

// GPX carries places on the globe with labels or, without labels, ids.
func TestWriteReadGPX(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawSpatial(t, tsp.Haversine)
		in = drawNames(t, in, true, false)
		same(t, all(in), all(again(t, in, format.GPX, format.Options{})))
	})
	rapid.Check(t, func(t *rapid.T) {
		in := drawSpatial(t, tsp.Haversine)
		list := rapid.SliceOfN(rapid.StringMatching(`[a-z<>&"']{1,6}`), in.N(), in.N()).Draw(t, "labels")
		in = with(t, in, tsp.Details{Name: "x", Labels: list})
		same(t, all(in), all(again(t, in, format.GPX, format.Options{})))
	})
}

// A tour in any direction and rotation is unchanged after writing and reading.
func TestTourIdentity(t *testing.T) {
	for _, f := range []format.Format{format.Tour, format.CSV, format.JSON, format.GeoJSON, format.GPX} {
		t.Run(string(f), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				metric := tsp.Euclidean
				if f == format.GPX || f == format.GeoJSON {
					metric = tsp.Haversine
				}
				in := drawSpatial(t, metric)
				in = drawNames(t, in, true, true)
				tour := rapid.Permutation(tsp.Identity(in.N())).Draw(t, "tour")
				var b bytes.Buffer
				if err := format.WriteTour(&b, in, tour, nil, f); err != nil {
					t.Fatal(err)
				}
				text := b.String()
				if f == format.CSV {
					sameCost(t, in.Cost(tour), text)
				}
				got, stated, err := format.ReadTour(&b, "a.tour", in)
				if err != nil {
					t.Fatalf("%v in\n%s", err, text)
				}
				if err := stated.Check(in, got); err != nil || stated.Cost == nil || stated.Path {
					t.Fatalf("%+v: %v in\n%s", stated, err, text)
				}
				if diff := cmp.Diff(tour, got); diff != "" {
					t.Fatal(diff)
				}
			})
		})
	}
}

// sameCost compares a cost with the sum of the legs of a tour, which are in the last column but
// one, and with the last total.
func sameCost(t *rapid.T, cost float64, text string) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sum, total := 0.0, 0.0
	for _, row := range rows[1:] {
		leg, err := strconv.ParseFloat(row[len(row)-2], 64)
		if err != nil {
			t.Fatal(err)
		}
		if total, err = strconv.ParseFloat(row[len(row)-1], 64); err != nil {
			t.Fatal(err)
		}
		sum += leg
	}
	if total != cost || math.Abs(sum-cost) > 1e-9*math.Max(1, cost) {
		t.Fatalf("legs add up to %v, the cost is %v, in\n%s", sum, cost, text)
	}
}

// Every format is found by its extensions and supports exactly the operations that its Info states.
func TestFormats(t *testing.T) {
	in, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{52, 13}, {53, 14}, {54, 13}})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range format.Formats() {
		for _, ending := range f.Extensions {
			if got := format.ByExtension("a" + strings.ToUpper(ending) + ".gz"); got != f.Format || seen[ending] {
				t.Errorf("%s is %q, want %q", ending, got, f.Format)
			}
			seen[ending] = true
		}
		var b bytes.Buffer
		if err := format.Write(&b, in, f.Format); (err == nil) != f.Writes {
			t.Errorf("%s writes: %v, %v", f.Format, f.Writes, err)
		}
		if f.Writes {
			if out, err := format.Read(&b, "a", format.Options{Format: f.Format}); err != nil || out.N() != 3 {
				t.Errorf("%s cannot read what it wrote: %v", f.Format, err)
			}
		}
		b.Reset()
		if err := format.WriteTour(&b, in, tsp.Tour{2, 0, 1}, nil, f.Format); (err == nil) != f.Tours {
			t.Errorf("%s writes tours: %v, %v", f.Format, f.Tours, err)
		}
		if got, _, err := format.ReadTour(&b, "a", in); f.Tours && f.Format != format.KML && (err != nil || got[0] != 2) {
			t.Errorf("%s cannot read the tour it wrote: %v, %v", f.Format, got, err)
		}
		if f.About == "" || f.MediaType == "" || f.Fits(in) != nil {
			t.Errorf("%+v", f)
		}
	}
}
