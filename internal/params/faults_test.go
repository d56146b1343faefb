package params

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
)

// mistaken is a struct with faulty tags that its Validate method does not report.
type mistaken struct {
	A int `json:"a" range:"2..1" usage:"a"`
	B int `json:"b" range:"1..2" usage:"b"`
}

func (*mistaken) Validate() error { return nil }

// Set changes nothing in a struct with faulty tags, whether alone or in a group.
func TestFaultyTagsCannotBeSet(t *testing.T) {
	for name, set := range map[string]func(*mistaken) error{
		"alone":      func(p *mistaken) error { return Set(p, map[string]string{"b": "2"}) },
		"in a group": func(p *mistaken) error { return Set(Group{&extra{1}, p}, map[string]string{"b": "2"}) },
	} {
		p := mistaken{B: 1}
		if err := set(&p); err == nil || !strings.Contains(err.Error(), `range "2..1" contains nothing`) || p.B != 1 {
			t.Errorf("%s: %v, b = %d", name, err, p.B)
		}
	}
}

// Marshalling infinity, which JSON cannot represent, returns an error instead of omitting the
// field.
func TestWhatJSONCannotSayIsAnError(t *testing.T) {
	p := sound()
	p.Size = math.Inf(1)
	var unsupported *json.UnsupportedValueError
	if text, err := (Group{&p}).MarshalJSON(); !errors.As(err, &unsupported) || text != nil {
		t.Errorf("written as %s, %v", text, err)
	}
}
