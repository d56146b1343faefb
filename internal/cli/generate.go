package cli

import (
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func newGenerate(s streams) *cobra.Command {
	var seed uint64
	var out, form string
	var rows, cols, edges, colours int
	shapes := make([]string, 0, 4)
	for _, shape := range tsp.Shapes() {
		shapes = append(shapes, string(shape))
	}
	c := &cobra.Command{
		Use:   "generate SHAPE N",
		Short: "Make an instance: " + strings.Join(shapes, ", ") + ", " + perceptrons + " or " + colourings,
		Long: `Make an instance of N cities. SHAPE is one of ` + strings.Join(shapes, ", ") + `.
The same shape, size and seed give the same cities on every machine.

'generate perceptron --rows M --cols N' makes a permuted perceptron problem that
has a solution, 'generate colouring N --edges M --colours K' a graph of N vertices
that K colours are enough for.`,
		Example:   "  tourmaline generate uniform 1000000 --seed 7 -o million.tsp\n  tourmaline generate perceptron --rows 101 --cols 117 -o 101-117.ppp",
		ValidArgs: append(shapes, perceptrons, colourings),
		Args:      args(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, a []string) error {
			if a[0] == perceptrons {
				if len(a) > 1 || form != "" {
					return usageError("expected 'generate perceptron --rows M --cols N [--seed S] [-o FILE]'")
				}
				return generatePerceptron(s, rows, cols, seed, out)
			}
			if len(a) < 2 || rows != 0 || cols != 0 {
				return usageError("expected '%s'; --rows and --cols are for perceptron", c.UseLine())
			}
			n, err := strconv.Atoi(ungrouped(a[1]))
			if err != nil {
				return usageError("%q is not a number of cities or vertices", a[1])
			}
			if a[0] == colourings {
				if form != "" {
					return usageError("expected 'generate colouring N --edges M --colours K [--seed S] [-o FILE]'")
				}
				return generateColouring(s, n, edges, colours, seed, out)
			}
			if edges != 0 || colours != 0 {
				return usageError("--edges and --colours are for colouring")
			}
			in, err := tsp.Generate(tsp.Shape(a[0]), n, seed)
			if err != nil {
				return usageError("%w", err)
			}
			return writeInstance(s, in, out, form)
		},
	}
	c.Flags().Uint64Var(&seed, "seed", 1, "seed")
	c.Flags().IntVar(&rows, "rows", 0, "rows of a perceptron")
	c.Flags().IntVar(&cols, "cols", 0, "columns of a perceptron, an odd number")
	c.Flags().IntVar(&edges, "edges", 0, "edges of a graph to be coloured, at most")
	c.Flags().IntVar(&colours, "colours", 0, "colours that are enough for it")
	c.Flags().StringVarP(&out, "output", "o", "-", "file to write; .gz and .zst compress")
	c.Flags().StringVar(&form, "format", "", "tsplib, csv, geojson, json, gpx or npy (default: by the file's name, else tsplib)")
	return c
}

// The shapes that are none of cities.
const (
	perceptrons = "perceptron"
	colourings  = "colouring"
)

func generatePerceptron(s streams, rows, cols int, seed uint64, out string) error {
	in, _, err := perceptron.Generate(rows, cols, seed)
	if err != nil {
		return usageError("--rows %d --cols %d: %w", rows, cols, err)
	}
	if err := s.create(out, func(w io.Writer) error { return perceptron.Write(w, in) }); err != nil {
		return err
	}
	if out != "-" {
		s.say("a perceptron of %d rows and %d columns written to %s\n", rows, cols, out)
	}
	return nil
}

func generateColouring(s streams, n, edges, colours int, seed uint64, out string) error {
	in, err := colouring.Generate(n, edges, colours, seed)
	if err != nil {
		return usageError("colouring %d --edges %d --colours %d: %w", n, edges, colours, err)
	}
	if err := s.create(out, func(w io.Writer) error { return colouring.Write(w, in) }); err != nil {
		return err
	}
	if out != "-" {
		s.say("a graph of %d vertices for %d colours written to %s\n", n, colours, out)
	}
	return nil
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
		s.say("%s: %s written to %s\n", printable(in.Name), count(in.N(), "city"), path)
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
