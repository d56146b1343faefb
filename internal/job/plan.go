package job

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

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
