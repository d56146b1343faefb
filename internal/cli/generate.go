package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func newGenerate(s streams) *cobra.Command {
	seed := flagvalue.Seed(1)
	var out, form string
	var r problems.Request
	c := &cobra.Command{
		Use:   "generate SHAPE N",
		Short: "Generate an instance: " + strings.Join(generators(), ", "),
		Long: `Generate an instance of N cities. SHAPE is one of ` + strings.Join(list.Map(tsp.Shapes(), func(s tsp.Shape) string { return string(s) }), ", ") + ` or,
for different distances in the two directions:

  asymmetric  random numbers
  oneway      driving times in a town with one-way streets
  setups      times to set up a machine for the next job
  aisles      walking times in a warehouse with one-way aisles

The same shape, size and seed give the same cities on every machine. For a drill
file, use 'generate drilling N -o board.drl'.

Other shapes:
` + otherShapes(),
		Example: "  tourmaline generate uniform 1000000 --seed 7 -o million.tsp\n  tourmaline generate perceptron --rows 101 --cols 117 -o 101-117.ppp",
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, a []string) error {
			if !slices.Contains(generators(), a[0]) {
				return usageError("unknown shape %q: expected one of %s", a[0], strings.Join(generators(), ", "))
			}
			shape, _ := problems.FindShape(a[0])
			cities := slices.Contains(problems.CityShapes(), a[0])
			if len(a) > 1 != slices.Contains(shape.Fields, "n") || form != "" && !cities {
				return usageError("expected 'generate %s [--seed S] [-o FILE]'", usageOf(shape))
			}
			if len(a) > 1 {
				var err error
				if r.N, err = strconv.Atoi(flagvalue.Ungroup(a[1])); err != nil {
					return usageError("expected a number of cities or vertices, got %q", a[1])
				}
			}
			r.Shape, r.Seed = a[0], uint64(seed)
			if cities {
				return generateCities(s, r, out, form)
			}
			return generateOther(s, r, out)
		},
	}
	c.Flags().Var(&seed, "seed", "seed")
	c.Flags().IntVar(&r.Rows, "rows", 0, "number of rows of a perceptron")
	c.Flags().IntVar(&r.Cols, "cols", 0, "number of columns of a perceptron (odd)")
	c.Flags().IntVar(&r.Edges, "edges", 0, "maximum number of edges of a graph to colour")
	c.Flags().IntVar(&r.Colours, "colours", 0, "number of colours that suffice for the graph")
	c.Flags().StringVarP(&out, "output", "o", "-", "`file` to write; .gz and .zst compress")
	c.Flags().StringVar(&form, "format", "", strings.Join(instanceFormats(), ", ")+"; drl for drilling (default: by file name, else tsplib)")
	return c
}

// otherShapes lists the generator shapes of problems other than tours.
func otherShapes() string {
	return strings.Join(list.Map(problems.OtherShapes(), func(s problems.Shape) string {
		return fmt.Sprintf("  %-35s %s", usageOf(s), s.Help)
	}), "\n")
}

// usageOf returns the name of a shape and the arguments that it needs.
func usageOf(shape problems.Shape) string {
	words := []string{shape.Name}
	for _, field := range shape.Fields {
		switch field {
		case "n":
			words = append(words, "N")
		case "seed":
		default:
			words = append(words, "--"+field+" "+strings.ToUpper(field[:1]))
		}
	}
	return strings.Join(words, " ")
}

// generators returns the shapes that the generate command offers.
func generators() []string {
	others := list.Map(problems.OtherShapes(), func(s problems.Shape) string { return s.Name })
	return append(problems.CityShapes(), others...)
}

func generateCities(s streams, r problems.Request, out, form string) error {
	if err := cmp.Or(r.Check(), problems.Afford(r.N)); err != nil {
		return badRequest(err)
	}
	in, err := tsp.Generate(tsp.Shape(r.Shape), r.N, r.Seed)
	if err != nil {
		return withCode(exitUsage, err)
	}
	if form != drill.Format && (form != "" || drill.Ending(out) == "") {
		return writeInstance(s, in, out, form, true)
	}
	if tsp.Shape(r.Shape) != tsp.Drilling {
		return usageError("generate %s: this shape cannot be a drill file: expected 'generate drilling N -o %s'", r.Shape, out)
	}
	return s.createFile(out, func(w io.Writer) error { return drill.EncodeBoard(w, in) }, in.Name(), in.N(), "hole")
}

func generateOther(s streams, r problems.Request, out string) error {
	file, err := r.Make()
	if err != nil {
		return badRequest(err)
	}
	err = s.create(out, file.Write)
	if err == nil && out != "-" {
		s.say("%s written to %s\n", file.About, out)
	}
	return err
}

// badRequest converts an error to a usage error that names the flag of the invalid field.
func badRequest(err error) error {
	if f := (*problems.Fault)(nil); errors.As(err, &f) && f.Field != "n" {
		return usageError("--%s: %w", f.Field, err)
	}
	return withCode(exitUsage, err)
}

func newConvert(s streams) *cobra.Command {
	var read reading
	var out, form string
	var lossy bool
	c := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Convert an instance to a different format",
		Long: `Convert an instance. The file names determine the formats; "-" is standard input
or output. OUT may also be given as -o OUT. Reads TSPLIB, CSV, workbooks, GeoJSON, JSON,
NPY, GPX and OSRM tables; writes TSPLIB, CSV, GeoJSON, JSON, GPX and NPY. The holes of
a drill file become a CSV table.

Only TSPLIB and JSON carry paths, starts, fixed edges and every metric. If OUT would be a
different problem, the command fails and names what the format cannot carry; --lossy
writes the file nevertheless. A note lists other losses, such as names or a unit.`,
		Example: "  tourmaline convert stops.csv stops.tsp\n  tourmaline convert berlin52.tsp - --format csv --lossy",
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, a []string) error {
			switch {
			case len(a) == 2 && out != "":
				return usageError("expected one output file, got %s and -o %s", a[1], out)
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
			return writeInstance(s, in, out, form, lossy)
		},
	}
	read.flags(c)
	c.Flags().StringVarP(&out, "output", "o", "", "`file` to write; .gz and .zst compress")
	read.roads.flags(s, c)
	c.Flags().StringVar(&form, "format", "", strings.Join(instanceFormats(), ", ")+" (default: by file name, else tsplib)")
	c.Flags().BoolVar(&lossy, "lossy", false, "write the file even if the format cannot carry the whole problem")
	return c
}

// writeInstance writes an instance. Unless lossy is set, it rejects a format that would change the
// problem.
func writeInstance(s streams, in *tsp.Instance, path, form string, lossy bool) error {
	f := cmp.Or(format.Format(form), format.ByExtension(path))
	switch f {
	case "":
		if ext := filepath.Ext(path); path != "-" && ext != "" {
			return usageError("%s: unknown extension %s: expected %s, or --format", path, ext, endingsOf(writesInstances))
		}
		f = format.TSPLIB
	case format.Tour:
		return usageError("%s names a tour file, expected an instance file such as %s.tsp", path, in.Name())
	}
	problem, details := lostBy(in, f)
	if len(problem) > 0 && !lossy {
		return usageError("%s: the format %s cannot carry %s: use a name that ends in .json or .tsp, or --lossy to leave it out", path, f, strings.Join(problem, ", "))
	}
	err := s.createFile(path, func(w io.Writer) error { return format.Write(w, in, f) }, in.Name(), in.N(), "city")
	if err != nil {
		if refusal := format.Write(io.Discard, in, f); refusal != nil { // the format cannot describe the places
			return usageError("%s: %w", path, refusal)
		}
		return err
	}
	if f == format.TSPLIB {
		warnTSPLIB(s, in)
	}
	if lost := slices.Concat(problem, details); len(lost) > 0 {
		s.say("note: the format %s does not carry %s\n", f, strings.Join(lost, ", "))
	}
	return nil
}

// lostBy returns what a format leaves out of an instance; see [format.Info].
func lostBy(in *tsp.Instance, f format.Format) (problem, details []string) {
	for _, i := range format.Formats() {
		if i.Format == f {
			return i.Lost(in)
		}
	}
	return nil, nil
}

// warnTSPLIB prints notes about extensions of TSPLIB that other programs may not support.
func warnTSPLIB(s streams, in *tsp.Instance) {
	if m := in.Metric(); m == tsp.Euclidean || m == tsp.Haversine {
		s.say("note: EDGE_WEIGHT_TYPE %v is an extension that other programs may not support\n", m)
	}
	if places.Locations(in) != nil && !places.Geographic(in) {
		s.say("note: DISPLAY_DATA_TYPE LATLON_DISPLAY is an extension that other programs may not support\n")
	}
}
