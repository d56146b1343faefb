package budget

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// ErrRange is wrapped by errors for numbers that no float64 can hold.
var ErrRange = fmt.Errorf("is too large: expected at most %.3g", math.MaxFloat64)

// PlainJSON rewords an error of package json in JSON terms, for users who do not know Go.
func PlainJSON(err error) error {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		if text, ok := strings.CutPrefix(fmt.Sprint(err), "json: "); ok {
			return errors.New(text)
		}
		return err
	}
	name := kind.Type.Kind().String()
	if value, isNumber := strings.CutPrefix(kind.Value, "number "); isNumber && name == "float64" {
		return fmt.Errorf("the number %s %w", Message(value), ErrRange)
	}
	return fmt.Errorf("expected %s, found %s", cmp.Or(jsonKinds[name], name), kind.Value)
}

// jsonKinds translates the names of Go types to JSON terms.
var jsonKinds = map[string]string{
	"float64": "number", "int": "whole number", "int64": "whole number", "uint64": "whole number", "bool": "true or false",
	"slice": "array", "struct": "object", "map": "object",
}
