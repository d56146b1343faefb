package format

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A list is an array in a document that is decoded element by element: only one element at a time
// is in memory, and reading stops at the first invalid element.
type list struct {
	src    *source
	data   []byte // the document, to determine line numbers; may be nil
	member string // name of the member that holds the array; "" if the document is the array
	text   json.RawMessage
}

// given reports whether a member is present and not null.
func given(text json.RawMessage) bool { return len(text) > 0 && string(text) != "null" }

// errEnough stops decoding early.
var errEnough = errors.New("enough")

// each decodes the elements one by one.
func each[T any](l list, take func(i int, value T) error) error {
	d := json.NewDecoder(bytes.NewReader(l.text))
	if token, err := d.Token(); err != nil || token != json.Delim('[') {
		return l.src.fail(l.line(0), l.member, "expected array, found %s", quote(l.text))
	}
	for i := 0; d.More(); i++ {
		var value T
		at := d.InputOffset()
		if err := d.Decode(&value); err != nil {
			return l.src.wrap(l.line(at), l.at(i), budget.PlainJSON(err))
		}
		if err := take(i, value); err != nil {
			return err
		}
	}
	return nil
}

// at returns the name of element i for messages.
func (l list) at(i int) string { return l.member + "[" + strconv.Itoa(i) + "]" }

// line returns the document's line number for an offset within the list, or 0.
func (l list) line(offset int64) int {
	if l.data == nil {
		return 0
	}
	return lineOf(l.data, int64(max(bytes.Index(l.data, l.text), 0))+offset)
}

func lineOf(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n"))
}

// jsonList reads a document that is a JSON array.
func (s *source) jsonList(data []byte, opt Options) (*tsp.Instance, error) {
	if err := json.Unmarshal(data, new(ignored)); err != nil {
		return nil, s.jsonError(data, err)
	}
	l := list{s, data, "", data}
	var first []spot
	err := each(l, func(_ int, p spot) error {
		if first = append(first, p); len(first) == 4 {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	if opt.Metric == "" && isTriangle(first) || len(first) > 0 && len(first[0].v) > 3 {
		return distances[numbers](l, opt)
	}
	return l.spots(&document{}, unnamed, opt)
}

// ignored is a value that only has to be well-formed.
type ignored struct{}

// UnmarshalJSON accepts any value.
func (*ignored) UnmarshalJSON([]byte) error { return nil }

// isTriangle reports whether the rows are the distances between three cities.
func isTriangle(rows []spot) bool {
	var v []float64
	for _, r := range rows {
		if len(r.v) != 3 || r.axes != unnamed {
			return false
		}
		v = append(v, r.v...)
	}
	return triangle(v)
}

// A distanceRow is a row of a matrix.
type distanceRow interface {
	values(l list, i int) ([]float64, error)
}

// distances builds an instance from rows of distances.
func distances[R distanceRow](l list, opt Options) (*tsp.Instance, error) {
	if opt.Metric != "" {
		return nil, l.src.refuseMetric(opt.Metric)
	}
	m := &matrix{}
	err := each(l, func(i int, r R) error {
		values, err := r.values(l, i)
		if err != nil {
			return err
		}
		if i == 0 {
			m.n = len(values)
		}
		switch {
		case len(values) != m.n:
			return l.src.fail(0, l.at(i), "expected %d distances as in the first row, found %d", m.n, len(values))
		case i >= m.n:
			return l.src.fail(0, l.at(i), "expected as many rows as columns (%d), found more", m.n)
		}
		m.values = append(m.values, values...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if rows := len(m.values) / max(m.n, 1); rows != m.n {
		return nil, l.src.fail(0, l.member, "expected as many rows as columns (%d), found %d", m.n, rows)
	}
	return l.src.square(m)
}

// spots builds an instance from points.
func (l list) spots(doc *document, kind axes, opt Options) (*tsp.Instance, error) {
	c := &cities{src: l.src, axes: kind, sure: true}
	if err := each(l, func(i int, p spot) error { return c.spot(l.at(i), p) }); err != nil {
		return nil, err
	}
	return c.instance(opt.Metric, doc.Metric)
}

// A spot is a place in JSON: [x, y], [x, y, z] or an object with x, y or lat, lon and optionally id
// and name. A spot in array form can also be a row of a matrix.
type spot struct {
	axes axes
	v    numbers
	id   *string
	name *string
}

// UnmarshalJSON accepts an array or an object.
func (p *spot) UnmarshalJSON(data []byte) error {
	*p = spot{}
	switch data[0] {
	case '[':
		return p.v.UnmarshalJSON(data)
	case '{':
		return p.object(data)
	}
	return errors.New("expected a place as [x, y] or {\"x\": …, \"y\": …}, found " + quote(data))
}

// object reads a place by its member names, which are the same as the CSV column names.
func (p *spot) object(data []byte) error {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	known := map[string]json.RawMessage{}
	for key, raw := range members {
		if kind := columnNames[strings.ToLower(key)]; kind != "" && string(raw) != "null" {
			known[kind] = raw
		}
	}
	p.axes = plane
	want := []string{"x", "y", "z"}
	if known["lat"] != nil && known["lon"] != nil {
		p.axes, want = globe, []string{"lat", "lon"}
	} else if known["z"] == nil {
		want = want[:2]
	}
	for _, key := range want {
		var v float64
		if known[key] == nil {
			return errors.New("expected fields x and y, or lat and lon, found " + quote(data))
		}
		if err := json.Unmarshal(known[key], &v); err != nil {
			return err
		}
		p.v = append(p.v, v)
	}
	p.id, p.name = text(known[colID]), cmp.Or(text(known[colName]), text(known[colTown]))
	return nil
}

// text returns a string, or the JSON source of any other value except null.
func text(raw json.RawMessage) *string {
	if raw == nil || string(raw) == "null" {
		return nil
	}
	s := string(raw)
	if raw[0] == '"' {
		_ = json.Unmarshal(raw, &s) // cannot fail because the document was already parsed
	}
	return &s
}

// numbers is an array of numbers. It rejects null, which package json would read as 0.
type numbers []float64

// UnmarshalJSON rejects null.
func (l *numbers) UnmarshalJSON(data []byte) error {
	if bytes.Contains(data, []byte("null")) {
		return errors.New("expected numbers, found null")
	}
	return json.Unmarshal(data, (*[]float64)(l))
}

func (l numbers) values(list, int) ([]float64, error) { return l, nil }
