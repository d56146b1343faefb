package job

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A statement contains the claims of a result about itself. Unknown members are ignored, as
// docs/result.schema.json requires of readers.
type statement struct {
	Schema    string                  `json:"schema"`
	Instance  tourmaline.InstanceInfo `json:"instance"`
	Algorithm string                  `json:"algorithm"`
	Seed      uint64                  `json:"seed"`

	Cost       float64  `json:"cost"`
	BestKnown  *float64 `json:"best_known"`
	GapPercent *float64 `json:"gap_percent"`
	LowerBound *float64 `json:"lower_bound"`

	Termination search.Reason `json:"termination"`
	Seconds     float64       `json:"seconds"`
	Steps       int           `json:"steps"`

	Tour     json.RawMessage         `json:"tour,omitempty"`
	Codes    json.RawMessage         `json:"codes,omitempty"`
	Labels   json.RawMessage         `json:"labels,omitempty"`
	Solution json.RawMessage         `json:"solution,omitempty"`
	Trace    []tourmaline.TracePoint `json:"trace,omitempty"`
}

// readResult reads a result in JSON.
func readResult(data []byte) (s statement, err error) {
	err = members(data, "", reflect.ValueOf(&s).Elem(), lenient)
	if err == nil {
		return s, nil
	}
	lines := list.Map(Faults(err), func(f Fault) string { return f.Detail })
	return statement{}, &Fault{BadResult, "", "cannot read the result: " + strings.Join(lines, "; ")}
}
