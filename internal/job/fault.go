package job

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Fault codes.
const (
	BadJSON        = "bad_json"
	UnknownField   = "unknown_field"
	BadField       = "bad_field" // wrong type or invalid value
	UnknownProblem = "unknown_problem"
	// also for an algorithm that does not support instances of this size
	UnknownAlgorithm = "unknown_algorithm"
	BadParameter     = "bad_parameter"
	BadInstance      = "bad_instance"
	TooLarge         = "too_large"
	TooLong          = "too_long"
	TooMuchMemory    = "too_much_memory" // a search that does not fit in memory
	BadResult        = "bad_result"
)

// A Fault is an error that the sender of a request can fix.
type Fault struct {
	Code   string `json:"code"`
	Field  string `json:"field,omitempty"` // path in the Spec, such as settings.params.walks
	Detail string `json:"detail"`          // sentence that may begin with the path of the field
}

func (f *Fault) Error() string { return f.Detail }

// Renamed returns a copy of the fault in which Detail begins with field instead of f.Field.
func (f Fault) Renamed(field string) *Fault {
	if rest, ok := strings.CutPrefix(f.Detail, f.Field); ok && f.Field != "" {
		f.Detail = field + rest
	}
	return &f
}

// fault returns a Fault whose Detail begins with the path of the field.
func fault(code, field, format string, args ...any) error {
	return &Fault{code, field, field + fmt.Sprintf(format, args...)}
}

// Faults returns all faults within an error, in order, or nil if the error contains no fault.
func Faults(err error) []Fault {
	switch e := err.(type) { //nolint:errorlint // wrapped errors follow
	case nil:
		return nil
	case *Fault:
		return []Fault{*e}
	case *tourmaline.ParamError:
		return []Fault{*ofParam(params.Error(*e))}
	case *params.Error:
		return []Fault{*ofParam(*e)}
	case *format.Error:
		return []Fault{ofFile(e)}
	case interface{ Unwrap() []error }:
		if all := slices.Concat(list.Map(e.Unwrap(), Faults)...); all != nil {
			return all
		}
	}
	inner := Faults(errors.Unwrap(err))
	if len(inner) == 1 && inner[0].Code == TooLarge && strings.HasSuffix(err.Error(), ": "+inner[0].Detail) {
		inner[0].Detail = err.Error() // include the file name
	}
	if inner != nil {
		return inner
	}
	return ofKind(err)
}

// ofKind returns the fault that corresponds to the sentinel error that err wraps.
func ofKind(err error) []Fault {
	for _, c := range []struct {
		kind        error
		code, field string
	}{
		{tourmaline.ErrAlgorithm, UnknownAlgorithm, "settings.algorithm"},
		{params.ErrUnknown, BadParameter, "settings.params"},
		{format.ErrTooLarge, TooLarge, instanceField},
		{memory.ErrExceeded, TooMuchMemory, "settings.params"},
	} {
		if err != c.kind && errors.Is(err, c.kind) { //nolint:errorlint // the kind alone has no detail
			return []Fault{{c.code, c.field, err.Error()}}
		}
	}
	return nil
}

// ofParam returns the fault for an invalid limit or algorithm parameter.
func ofParam(e params.Error) *Fault {
	if f := field("settings." + e.Name); f.Limit {
		return &Fault{BadField, f.Path, fmt.Sprintf("%s: expected %s, found %s", f.Path, e.Expected, e.Value)}
	}
	return &Fault{BadParameter, "settings.params." + e.Name, e.Error()}
}

// asFields converts errors about limits into faults.
func asFields(err error) error {
	return errors.Join(list.Map(Faults(err), func(f Fault) error { return &f })...)
}

const instanceField = "instance"

// ofFile returns the fault for an invalid file. If a field of the Spec may help, Detail names it.
func ofFile(e *format.Error) Fault {
	f := Fault{BadInstance, instanceField, e.Error()}
	switch {
	case errors.Is(e, format.ErrTooLarge):
		f.Code, f.Detail = TooLarge, e.File+": "+exceeded(e).Error()
	case errors.Is(e, format.ErrColumns):
		f.Detail += "; set reading.columns to name the columns by title or number"
	case errors.Is(e, format.ErrInvalid):
		f.Detail += "; set reading.skip_invalid to skip such rows"
	}
	return f
}

// exceeded returns the inner error that names the limit, without the advice for library users on
// raising it.
func exceeded(err error) error {
	for inner := errors.Unwrap(err); errors.Unwrap(inner) != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}
