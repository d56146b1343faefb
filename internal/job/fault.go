package job

import (
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// What a Fault is about.
const (
	BadJSON          = "bad_json"
	UnknownField     = "unknown_field"
	BadField         = "bad_field" // of the wrong type, or with a value that it does not take
	UnknownProblem   = "unknown_problem"
	UnknownAlgorithm = "unknown_algorithm" // or one that is not for instances of this size
	BadParameter     = "bad_parameter"
	BadInstance      = "bad_instance"
	TooLarge         = "too_large"
	TooLong          = "too_long"
	BadResult        = "bad_result"
)

// A Fault is something wrong that whoever asked can mend.
type Fault struct {
	Code   string `json:"code"`
	Field  string `json:"field,omitempty"` // its path in the Spec, such as settings.params.walks
	Detail string `json:"detail"`          // a sentence; where it speaks of a field, it has its path
}

func (f *Fault) Error() string { return f.Detail }

// fault makes a Fault whose sentence begins with the path of the field.
func fault(code, field, format string, args ...any) error {
	return &Fault{code, field, field + fmt.Sprintf(format, args...)}
}

// Faults are all faults within an error, in their order; none if the error is no fault of
// whoever asked.
func Faults(err error) []Fault {
	switch e := err.(type) { //nolint:errorlint // what it wraps is looked at below
	case nil:
		return nil
	case *Fault:
		return []Fault{*e}
	case *tourmaline.ParamError:
		return []Fault{{BadParameter, paramField(e.Name), e.Error()}}
	case *format.Error:
		return []Fault{ofFile(e)}
	case interface{ Unwrap() []error }:
		if all := amongst(e.Unwrap()); all != nil {
			return all
		}
	}
	if inner := Faults(errors.Unwrap(err)); inner != nil {
		return inner
	}
	for _, c := range []struct {
		kind        error
		code, field string
	}{
		{tourmaline.ErrAlgorithm, UnknownAlgorithm, "settings.algorithm"},
		{params.ErrUnknown, BadParameter, "settings.params"},
		{format.ErrTooLarge, TooLarge, instanceField},
	} {
		if err != c.kind && errors.Is(err, c.kind) { //nolint:errorlint // the kind alone says nothing
			return []Fault{{c.code, c.field, err.Error()}}
		}
	}
	return nil
}

func amongst(list []error) (all []Fault) {
	for _, err := range list {
		all = append(all, Faults(err)...)
	}
	return all
}

func paramField(name string) string { return "settings.params." + name }

const instanceField = "instance"

// ofFile is what is wrong with a file, with the field that helps.
func ofFile(e *format.Error) Fault {
	f := Fault{BadInstance, instanceField, e.Error()}
	switch {
	case errors.Is(e, format.ErrTooLarge):
		f.Code, f.Detail = TooLarge, e.File+": "+exceeded(e).Error()
	case errors.Is(e, format.ErrColumns):
		f.Detail += "; reading.columns says which, by title or number"
	case errors.Is(e, format.ErrInvalid):
		f.Detail += "; reading.skip_invalid leaves out such rows"
	}
	return f
}

// exceeded is the error within another that says which limit was exceeded, without advice
// on how a program raises it.
func exceeded(err error) error {
	for inner := errors.Unwrap(err); errors.Unwrap(inner) != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}
