package tourmaline

import (
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// ParamInfo describes a parameter of an algorithm.
type ParamInfo struct {
	Name         string   `json:"name"`
	Type         string   `json:"type"` // "integer", "number", "string" or "boolean"
	Min          *float64 `json:"min,omitempty"`
	Max          *float64 `json:"max,omitempty"`
	ExclusiveMin bool     `json:"exclusiveMin,omitempty"` // whether Min is excluded
	ExclusiveMax bool     `json:"exclusiveMax,omitempty"`
	Choices      []string `json:"choices,omitempty"` // valid strings
	Text         string   `json:"text,omitempty"`    // expected content of a string without choices
	Default      any      `json:"default"`
	Usage        string   `json:"usage"` // a sentence
}

// A ParamError reports an invalid value of a parameter or a limit.
type ParamError struct {
	Name     string
	Value    string // text for the message, with strings quoted
	Expected string // description of the valid values
}

func (e *ParamError) Error() string {
	return fmt.Sprintf("%s = %s, expected %s", e.Name, e.Value, e.Expected)
}

// paramInfos returns the public descriptions of parameters.
func paramInfos(group params.Group) []ParamInfo {
	var all []ParamInfo
	for _, p := range params.Describe(group) {
		all = append(all, ParamInfo(p))
	}
	return all
}

// A paramFault presents an error of package params as a *ParamError to errors.As.
type paramFault struct{ error }

// withParamError wraps an error of package params so that errors.As finds a *ParamError in it. It
// returns other errors unchanged.
func withParamError(err error) error {
	var inner *params.Error
	if !errors.As(err, &inner) {
		return err
	}
	return paramFault{err}
}

func (f paramFault) Unwrap() error { return f.error }

func (f paramFault) As(target any) bool {
	public, ok := target.(**ParamError)
	var inner *params.Error
	if !ok || !errors.As(f.error, &inner) {
		return false
	}
	*public = (*ParamError)(inner)
	return true
}
