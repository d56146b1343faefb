package job

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// MarshalJSON writes durations in a form such as 1m30s.
func (v Settings) MarshalJSON() ([]byte, error) {
	return encode(reflect.ValueOf(v), func(f Field) string { return f.Name })
}

// MarshalJSON writes the deadline in a form such as 1m30s.
func (p Placement) MarshalJSON() ([]byte, error) {
	return encode(reflect.ValueOf(p), func(f Field) string { return f.Name })
}

// encode writes the fields of a struct as the members of an object.
func encode(v reflect.Value, name func(Field) string) ([]byte, error) {
	var members []string
	for _, f := range fieldsOf(v.Type()) {
		value := v.FieldByIndex(f.index)
		if !f.always && isUnset(value) {
			continue
		}
		text, err := json.Marshal(written(value))
		if err != nil {
			return nil, err
		}
		members = append(members, `"`+name(f)+`":`+string(text))
	}
	return []byte("{" + strings.Join(members, ",") + "}"), nil
}

func written(v reflect.Value) any {
	if d, ok := v.Interface().(time.Duration); ok {
		return d.String()
	}
	return v.Interface()
}

// PlanKeys returns the plan keys of the fields of a struct.
func PlanKeys[T any]() []string {
	return list.Map(leaves(reflect.TypeFor[T]()), func(f Field) string { return f.Plan })
}

// SetPlan sets fields of the struct that target points to from a plan table. It ignores other keys.
func SetPlan(target any, table map[string]any) error {
	for _, v := range Values(target) {
		value, ok := table[v.Plan]
		if !ok {
			continue
		}
		if err := v.Set(fmt.Sprint(value)); err != nil {
			return fmt.Errorf("%s: %w, found %v", v.Plan, err, value)
		}
	}
	return nil
}

// MarshalPlan encodes the fields of a struct in JSON under their plan keys.
func MarshalPlan(v any) ([]byte, error) {
	return encode(reflect.ValueOf(v), func(f Field) string { return f.Plan })
}

// Fill sets each unset field of the struct that target points to, except the named ones, to its
// value in other.
func Fill[T any](target *T, other T, except ...string) {
	from, into := reflect.ValueOf(other), reflect.ValueOf(target).Elem()
	for _, f := range leaves(into.Type()) {
		if field := into.FieldByIndex(f.index); isUnset(field) && !slices.Contains(except, f.Plan) {
			field.Set(from.FieldByIndex(f.index))
		}
	}
}
