package problems

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"github.com/tourmaline-opt/tourmaline/vrp"
	vrpformat "github.com/tourmaline-opt/tourmaline/vrp/format"
)

// All returns all problems, tours first. The caller must not change them.
func All() []Row { return table() }

var table = sync.OnceValue(func() []Row {
	return []Row{tours(), vehicles(), assignments(), perceptrons(), cuts(), colourings(), functions()}
})

func tours() Row {
	return Row{
		Name: Tours, Plural: "tours", Summary: "tours and paths", Variants: []string{"atsp", "path"}, Drawing: Places,
		size: "1,000 cities",
		typical: func() (tourmaline.Problem, error) {
			in, err := tsp.Generate(tsp.Uniform, 1000, 1)
			return tourmaline.Tours(in), err
		},
		shapes: cityShapes(),
	}
}

func cityShapes() (all []Shape) {
	for _, shape := range slices.Concat(tsp.Shapes(), tsp.DirectedShapes()) {
		all = append(all, Shape{
			Name: string(shape), Fields: []string{"n", "seed"},
			generate: func(r Request) (File, error) {
				in, err := tsp.Generate(shape, r.N, r.Seed)
				return made("n", fmt.Sprintf("%s-%d-s%d.tsp", r.Shape, r.N, r.Seed), "", err, func(w io.Writer) error { return format.Write(w, in, format.TSPLIB) })
			},
		})
	}
	return all
}

func vehicles() Row {
	return Row{
		Name: Vehicles, Plural: "plans for several vehicles", Endings: []string{".vrp"}, Drawing: None,
		Summary: "routes of several vehicles with loads, time windows, depots, fleets and optional stops: VRPLIB",
		size:    "a single stop",
		shapes:  vehicleShapes(),
		typical: func() (tourmaline.Problem, error) {
			// the defaults do not depend on the size
			in, err := vrpformat.ReadVRPLIB(strings.NewReader(oneStop), "typical", vrpformat.Usual)
			return tourmaline.Vehicles(in), err
		},
		read: reads(func(r io.Reader, name string) (*vrp.Instance, error) {
			return vrpformat.ReadVRPLIB(r, name, vrpformat.Usual)
		}, tourmaline.Vehicles, func(in *vrp.Instance, name string) { in.Name = name }),
	}
}

// oneStop is an instance with a single stop.
const oneStop = `TYPE : CVRP
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 1
NODE_COORD_SECTION
1 0 0
2 1 0
DEMAND_SECTION
1 0
2 1
DEPOT_SECTION
1
`

func assignments() Row {
	return Row{
		Name: "qap", Plural: "assignments", Summary: "quadratic assignment: QAPLIB", Endings: []string{".dat"}, Drawing: Matrix,
		size: "100 facilities",
		typical: func() (tourmaline.Problem, error) {
			in, err := qap.New("typical", 100, make([]int64, 100*100), make([]int64, 100*100))
			return tourmaline.Assignments(in), err
		},
		read: reads(qap.Read, tourmaline.Assignments, func(in *qap.Instance, name string) { in.Name = name }),
	}
}

func perceptrons() Row {
	return Row{
		Name: "perceptron", Plural: "perceptrons", Summary: "permuted perceptron: files that 'generate perceptron' writes", Endings: []string{".ppp"}, Drawing: Signs,
		size: "117 signs",
		typical: func() (tourmaline.Problem, error) {
			in, _, err := perceptron.Generate(101, 117, 1)
			return tourmaline.Perceptrons(in), err
		},
		read: reads(perceptron.Read, tourmaline.Perceptrons, func(in *perceptron.Instance, name string) { in.Name = name }),
		shapes: []Shape{{
			Name: PerceptronShape, Fields: []string{"rows", "cols", "seed"},
			Help: "a permuted perceptron problem with a known solution",
			generate: func(r Request) (File, error) {
				in, _, err := perceptron.Generate(r.Rows, r.Cols, r.Seed)
				return made("cols", fmt.Sprintf("%s-%dx%d-s%d.ppp", r.Shape, r.Rows, r.Cols, r.Seed),
					fmt.Sprintf("a perceptron of %d rows and %d columns", r.Rows, r.Cols), err,
					func(w io.Writer) error { return perceptron.Write(w, in) })
			},
		}},
	}
}

func cuts() Row {
	return Row{
		Name: "maxcut", Plural: "cuts", Summary: "maximum cut: graphs in the rudy format", Endings: []string{".mc", ".rud"}, Drawing: Graph,
		size: "800 vertices",
		typical: func() (tourmaline.Problem, error) {
			in, err := maxcut.New("typical", 800, nil)
			return tourmaline.Cut(in), err
		},
		read: reads(maxcut.Read, tourmaline.Cut, func(in *maxcut.Instance, name string) { in.Name = name }),
	}
}

func colourings() Row {
	return Row{
		Name: "colouring", Plural: "colourings", Summary: "graph colouring: graphs in the DIMACS format", Endings: []string{".col"}, Drawing: Graph,
		size: "500 vertices, 10 colours",
		typical: func() (tourmaline.Problem, error) {
			in, err := colouring.New("typical", 500, 10, nil)
			return tourmaline.Colouring(in), err
		},
		read: reads(colouring.Read, tourmaline.Colouring, func(in *colouring.Instance, name string) { in.Name = name }),
		shapes: []Shape{{
			Name: "colouring", Fields: []string{"n", "edges", "colours", "seed"},
			Help: "a graph that can be coloured with the given colours",
			generate: func(r Request) (File, error) {
				in, err := colouring.Generate(r.N, r.Edges, r.Colours, r.Seed)
				return made("n", fmt.Sprintf("%s-%d-%d-%d-s%d.col", r.Shape, r.N, r.Edges, r.Colours, r.Seed),
					fmt.Sprintf("a graph of %d vertices that can be coloured with %d colours", r.N, r.Colours), err,
					func(w io.Writer) error { return colouring.Write(w, in) })
			},
		}},
	}
}

func functions() Row {
	return Row{
		Name: "function", Plural: "functions", Summary: "minimum of a real function: a line with its name and number of dimensions, such as 'rastrigin 10'",
		Variants: Functions(), Endings: []string{".fun"}, Drawing: Function,
		size:    "10 dimensions",
		typical: func() (tourmaline.Problem, error) { return minimum("rastrigin", 10) },
		read:    reads(continuous.Read, tourmaline.Minimum, func(*continuous.Instance, string) {}),
		shapes: []Shape{{
			// no seed, because nothing in the file is random
			Name: "function", Fields: []string{"n", "function"},
			generate: func(r Request) (File, error) {
				f, err := continuous.Find(r.Function)
				if err != nil {
					return File{}, &Fault{"function", err}
				}
				_, err = continuous.New(f, r.N)
				return made("n", fmt.Sprintf("%s-%d.fun", f.Name, r.N), "", err, func(w io.Writer) error {
					_, err := fmt.Fprintln(w, f.Name, r.N)
					return err
				})
			},
		}},
	}
}
