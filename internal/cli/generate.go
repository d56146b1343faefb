package cli

import (
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/generate"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func newGenerate(s streams) *cobra.Command {
	seed := flagvalue.Seed(1)
	var out, form string
	var rows, cols, edges, colours int
	shapes := generate.CityShapes()
	c := &cobra.Command{
		Use:   "generate SHAPE N",
		Short: "Generate an instance: " + strings.Join(shapes, ", ") + ", " + generate.Perceptron + " or " + generate.Colouring,
		Long: `Generate an instance of N cities. SHAPE is one of ` + strings.Join(shapes, ", ") + `.
The same shape, size and seed give the same cities on every machine.

'generate perceptron --rows M --cols N' generates a permuted perceptron problem that
has a solution, 'generate colouring N --edges M --colours K' a graph of N vertices
that can be coloured with K colours. 'generate drilling N -o board.drl' writes a drill file.`,
		Example: "  tourmaline generate uniform 1000000 --seed 7 -o million.tsp\n  tourmaline generate perceptron --rows 101 --cols 117 -o 101-117.ppp",
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, a []string) error {
			if !slices.Contains(generators(), a[0]) {
				return usageError("unknown shape %q: expected one of %s", a[0], strings.Join(generators(), ", "))
			}
			if a[0] == generate.Perceptron {
				if len(a) > 1 || form != "" {
					return usageError("expected 'generate perceptron --rows M --cols N [--seed S] [-o FILE]'")
				}
				return generatePerceptron(s, rows, cols, uint64(seed), out)
			}
			if len(a) < 2 || rows != 0 || cols != 0 {
				return usageError("expected '%s'; --rows and --cols are for perceptron", c.UseLine())
			}
			n, err := strconv.Atoi(flagvalue.Ungroup(a[1]))
			if err != nil {
				return usageError("%q is not a number of cities or vertices", a[1])
			}
			if a[0] == generate.Colouring {
				if form != "" {
					return usageError("expected 'generate colouring N --edges M --colours K [--seed S] [-o FILE]'")
				}
				return generateColouring(s, n, edges, colours, uint64(seed), out)
			}
			if edges != 0 || colours != 0 {
				return usageError("--edges and --colours are for colouring")
			}
			in, err := tsp.Generate(tsp.Shape(a[0]), n, uint64(seed))
			if err != nil {
				return usageError("%w", err)
			}
			if form == drill.Format || form == "" && drill.Ending(out) != "" {
				if tsp.Shape(a[0]) != tsp.Drilling {
					return usageError("generate %s: a drill file has a board in it: expected 'generate drilling N -o %s'", a[0], out)
				}
				return s.createFile(out, func(w io.Writer) error { return drill.EncodeBoard(w, in) }, in.Name(), in.N(), "hole")
			}
			return writeInstance(s, in, out, form)
		},
	}
	c.Flags().Var(&seed, "seed", "seed")
	c.Flags().IntVar(&rows, "rows", 0, "rows of a perceptron")
	c.Flags().IntVar(&cols, "cols", 0, "columns of a perceptron, an odd number")
	c.Flags().IntVar(&edges, "edges", 0, "edges of a graph to be coloured, at most")
	c.Flags().IntVar(&colours, "colours", 0, "colours that are enough for it")
	c.Flags().StringVarP(&out, "output", "o", "-", "`file` to write; .gz and .zst compress")
	c.Flags().StringVar(&form, "format", "", strings.Join(instanceFormats(), ", ")+"; drl for drilling (default: by the file's name, else tsplib)")
	return c
}

// generators returns the arguments of generate.
func generators() []string {
	return append(generate.CityShapes(), generate.Perceptron, generate.Colouring)
}

func generatePerceptron(s streams, rows, cols int, seed uint64, out string) error {
	file, err := generate.Request{Shape: generate.Perceptron, Rows: rows, Cols: cols, Seed: seed}.Make()
	if err != nil {
		return usageError("--rows %d --cols %d: %w", rows, cols, err)
	}
	if err := s.create(out, file.Write); err != nil {
		return err
	}
	if out != "-" {
		s.say("a perceptron of %d rows and %d columns written to %s\n", rows, cols, out)
	}
	return nil
}

func generateColouring(s streams, n, edges, colours int, seed uint64, out string) error {
	file, err := generate.Request{Shape: generate.Colouring, N: n, Edges: edges, Colours: colours, Seed: seed}.Make()
	if err != nil {
		return usageError("colouring %d --edges %d --colours %d: %w", n, edges, colours, err)
	}
	if err := s.create(out, file.Write); err != nil {
		return err
	}
	if out != "-" {
		s.say("a graph of %d vertices for %d colours written to %s\n", n, colours, out)
	}
	return nil
}

func newConvert(s streams) *cobra.Command {
	var read reading
	var out, form string
	c := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Convert an instance to another format",
		Long: `Convert an instance. The names of the files determine the formats; "-" is standard
input or output. OUT may also be given as -o OUT. Reads TSPLIB, CSV, workbooks, GeoJSON, JSON,
NPY, GPX and OSRM tables, writes TSPLIB, CSV, GeoJSON, JSON, GPX and NPY. The holes of
a drill file become a CSV table.`,
		Example: "  tourmaline convert stops.csv stops.tsp\n  tourmaline convert berlin52.tsp - --format csv",
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, a []string) error {
			switch {
			case len(a) == 2 && out != "":
				return usageError("expected one file to write, got %s and -o %s", a[1], out)
			case len(a) == 2:
				out = a[1]
			case out == "":
				return usageError("expected '%s' or 'convert IN -o OUT', got 1 argument", c.UseLine())
			}
			if err := (textOrJSON{output: out}).checkOverwrite(read.files()...); err != nil {
				return err
			}
			if read.isDrill(a[0]) {
				return convertDrill(s, read, a[0], out, form)
			}
			in, err := read.instance(a[0])
			if err != nil {
				return err
			}
			return writeInstance(s, in, out, form)
		},
	}
	read.flags(c)
	c.Flags().StringVarP(&out, "output", "o", "", "`file` to write; .gz and .zst compress")
	read.roads.flags(s, c)
	c.Flags().StringVar(&form, "format", "", strings.Join(instanceFormats(), ", ")+" (default: by the file's name, else tsplib)")
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
			return usageError("%s: no format has the extension %s: expected %s, or --format", path, ext, endingsOf(writesInstances))
		}
		f = format.TSPLIB
	case format.Tour:
		return usageError("%s would be a tour, expected the name of an instance such as %s.tsp", path, in.Name())
	}
	if err := s.createFile(path, func(w io.Writer) error { return format.Write(w, in, f) }, in.Name(), in.N(), "city"); err != nil {
		return err
	}
	if f == format.TSPLIB {
		warnTSPLIB(s, in)
	}
	return nil
}

// warnTSPLIB notes what TSPLIB cannot hold and what other programs may not support.
func warnTSPLIB(s streams, in *tsp.Instance) {
	if m := in.Metric(); m == tsp.Euclidean || m == tsp.Haversine {
		s.say("note: EDGE_WEIGHT_TYPE %v is an extension that other programs may not know\n", m)
	}
	if places.Locations(in) != nil && !places.Geographic(in) {
		s.say("note: DISPLAY_DATA_TYPE LATLON_DISPLAY is an extension that other programs may not know\n")
	}
	if in.Details().Labels != nil {
		s.say("note: TSPLIB has no labels: the cities' names are not written\n")
	}
}
