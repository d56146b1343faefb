package job

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

// A Call is a job for the process that receives it. The instance is part of the Call, or a file on
// the same machine.
type Call struct {
	Submission
	Path     string          `json:"path,omitempty" flag:"-" value:"file" usage:"instance file on this machine"`
	Points   json.RawMessage `json:"points,omitempty" flag:"-" usage:"coordinates of the cities, such as [[0, 0], [3, 4]]; two or three per city"`
	LatLon   json.RawMessage `json:"latlon,omitempty" flag:"-" usage:"latitude and longitude of the cities in degrees, such as [[52.52, 13.40], [48.14, 11.58]]"`
	Matrix   json.RawMessage `json:"matrix,omitempty" flag:"-" usage:"square matrix of distances or times, row by row"`
	Names    json.RawMessage `json:"names,omitempty" flag:"-" usage:"names of the cities of points, latlon or matrix"`
	Threads  int             `json:"threads,omitempty" flag:"-" usage:"number of threads; affects the speed, never the result" unset:"all cores"`
	Progress time.Duration   `json:"progress,omitempty" flag:"-" usage:"minimum time between progress events" unset:"no progress events"`
}

// serviceOnly lists the fields that only a service supports, and the objects that contain them.
var serviceOnly = []string{"archipelago", instanceField, "label", "labels", "placement", "rounds", startJobField, "start_from.solution"}

// CallFields returns the fields of a Call. It replaces each object with the fields of the object.
func CallFields() []Field {
	return slices.DeleteFunc(slices.Clone(leaves(reflect.TypeFor[Call]())), isServiceOnly)
}

func isServiceOnly(f Field) bool {
	return slices.ContainsFunc(serviceOnly, func(path string) bool {
		return f.Path == path || strings.HasPrefix(f.Path, path+".")
	})
}

// DecodeCall reads a Call as strictly as Decode, and reports every fault that does not depend on
// the instance.
func DecodeCall(data []byte) (Call, error) {
	c, err := decode[Call](data)
	if err != nil {
		return Call{}, err
	}
	var faults []error
	visit(reflect.ValueOf(c), func(f Field, _ reflect.Value) {
		if isServiceOnly(f) {
			faults = append(faults, fault(BadField, f.Path, " applies only to jobs of a service"))
		}
	})
	c.StartFrom.take()
	if err := errors.Join(append(faults, c.validate())...); err != nil {
		return Call{}, err
	}
	return c, nil
}

// validate checks the fields that determine where the instance is.
func (c *Call) validate() error {
	var found []string
	for _, s := range c.sources() {
		if s.given {
			found = append(found, s.field)
		}
	}
	switch {
	case len(found) == 0:
		return &Fault{BadField, "", "no instance: expected one of path, content, points, latlon and matrix"}
	case len(found) > 1:
		return fault(BadField, found[1], " cannot be combined with %s: expected one of them", found[0])
	case c.Path == "-":
		return &Fault{BadField, "path", "path: standard input contains the requests: expected a file"}
	case c.Content != nil && c.File == "":
		return &Fault{BadField, "file", "file: content needs a file name, which determines the format"}
	case c.Content == nil && c.File != "":
		return fault(BadField, "file", " applies only to content: use path to read a file")
	case c.Names != nil && !c.inline():
		return fault(BadField, "names", " applies only to points, latlon and matrix")
	case c.inline() && c.Problem != "" && c.Problem != problems.Tours:
		return fault(BadField, found[0], " applies only to tours")
	case c.inline() && c.Reading.Format != "":
		return fault(BadField, "reading.format", " applies only to files")
	}
	return nil
}

// inline reports whether the Call contains the cities themselves.
func (c *Call) inline() bool { return c.Points != nil || c.LatLon != nil || c.Matrix != nil }

// A source is a field that may contain the instance.
type source struct {
	field string
	value json.RawMessage
	given bool
}

func (c *Call) sources() []source {
	return []source{
		{"path", nil, c.Path != ""}, {"content", nil, c.Content != nil},
		{"points", c.Points, c.Points != nil}, {"latlon", c.LatLon, c.LatLon != nil}, {"matrix", c.Matrix, c.Matrix != nil},
	}
}

// Config returns the solver configuration and all faults of the settings.
func (c *Call) Config() (tourmaline.Config, error) {
	cfg, err := c.Spec.Config()
	cfg.Threads = c.Threads
	return cfg, errors.Join(err, c.validateThreads())
}

func (c *Call) validateThreads() error {
	if c.Threads < 0 {
		return fault(BadField, "threads", ": expected 1 or more, found %d", c.Threads)
	}
	return nil
}

// Open reads the instance. file is the content of the file at Path if Path is set, and is ignored
// otherwise.
func (c *Call) Open(file []byte, limits Limits) (*Input, error) {
	s := c.Spec
	switch {
	case c.Path != "":
		s.File = c.Path
	case c.Content != nil:
		file = []byte(*c.Content)
	default:
		s.File, s.Reading.Format, file = inlineName, "json", c.document()
	}
	return s.Open(file, limits)
}

// inlineName is the file name of an instance without a file, in messages and results.
const inlineName = "request.json"

// document returns the cities as a file in JSON.
func (c *Call) document() []byte {
	var b bytes.Buffer
	b.WriteString("{")
	for _, s := range append(c.sources(), source{"labels", c.Names, c.Names != nil}) {
		if s.given {
			if b.Len() > 1 {
				b.WriteString(",")
			}
			b.WriteString(`"` + s.field + `":`)
			b.Write(s.value)
		}
	}
	b.WriteString("}")
	return b.Bytes()
}
