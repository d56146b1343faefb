package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

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
	p.id, p.name = text(known["id"]), text(known["name"])
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
