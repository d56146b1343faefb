package cli

import (
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func newGenerate(s streams) *cobra.Command {
	var seed uint64
	var out, form string
	shapes := make([]string, 0, 4)
	for _, shape := range tsp.Shapes() {
		shapes = append(shapes, string(shape))
	}
	c := &cobra.Command{
		Use:   "generate SHAPE N",
		Short: "Make an instance: " + strings.Join(shapes, ", "),
		Long: `Make an instance of N cities. SHAPE is one of ` + strings.Join(shapes, ", ") + `.
The same shape, size and seed give the same cities on every machine.`,
		Example:   "  tourmaline generate uniform 1000000 --seed 7 -o million.tsp",
		ValidArgs: shapes,
		Args:      args(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, a []string) error {
			n, err := strconv.Atoi(ungrouped(a[1]))
			if err != nil {
				return usageError("%q is not a number of cities", a[1])
			}
			in, err := tsp.Generate(tsp.Shape(a[0]), n, seed)
			if err != nil {
				return usageError("%w", err)
			}
			return writeInstance(s, in, out, form)
		},
	}
	c.Flags().Uint64Var(&seed, "seed", 1, "seed")
	c.Flags().StringVarP(&out, "output", "o", "-", "file to write; .gz and .zst compress")
	c.Flags().StringVar(&form, "format", "", "tsplib, csv, geojson, json, gpx or npy (default: by the file's name, else tsplib)")
	return c
}

// ungrouped takes out what people put between thousands.
func ungrouped(number string) string {
	return strings.NewReplacer("_", "", ",", "", " ", "").Replace(number)
}

func newConvert(s streams) *cobra.Command {
	var read reading
	var form string
	c := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Convert an instance to another format",
		Long: `Convert an instance. Formats go by the names of the files; "-" is standard
input or output. Reads TSPLIB, CSV, GeoJSON, JSON, NPY, GPX and OSRM tables,
writes TSPLIB, CSV, GeoJSON, JSON, GPX and NPY.`,
		Example: "  tourmaline convert stops.csv stops.tsp\n  tourmaline convert berlin52.tsp - --format csv",
		Args:    args(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, a []string) error {
			in, err := read.instance(a[0])
			if err != nil {
				return err
			}
			return writeInstance(s, in, a[1], form)
		},
	}
	read.flags(c)
	c.Flags().StringVar(&form, "format", "", "tsplib, csv, geojson, json, gpx or npy (default: by the file's name, else tsplib)")
	return c
}

func writeInstance(s streams, in *tsp.Instance, path, form string) error {
	f := format.Format(form)
	if f == "" {
		f = format.ByExtension(path)
	}
	switch f {
	case "":
		if ext := filepath.Ext(path); path != "-" && ext != "" {
			return usageError("%s: no format has the ending %s: expected .tsp, .csv, .geojson, .json, .gpx or .npy, or --format", path, ext)
		}
		f = format.TSPLIB
	case format.Tour:
		return usageError("%s would be a tour, expected the name of an instance such as %s.tsp", path, in.Name)
	}
	if err := s.create(path, func(w io.Writer) error { return format.Write(w, in, f) }); err != nil {
		return err
	}
	if path != "-" {
		s.say("%s: %s written to %s\n", in.Name, count(in.N(), "city"), path)
	}
	if f == format.TSPLIB {
		warnTSPLIB(s, in)
	}
	return nil
}

// warnTSPLIB says what TSPLIB cannot hold or other programs may not know.
func warnTSPLIB(s streams, in *tsp.Instance) {
	if m := in.Metric(); m == tsp.Euclidean || m == tsp.Haversine {
		s.say("note: EDGE_WEIGHT_TYPE %v is an extension that other programs may not know\n", m)
	}
	if in.Labels() != nil {
		s.say("note: TSPLIB has no labels: the cities' names are not written\n")
	}
}
