package client

import (
	"reflect"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// fill sets all exported fields to values that differ from zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"name": "value"}))
	case reflect.String:
		v.SetString(v.Type().String() + " text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Uint64:
		v.SetUint(7)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(3 * time.Second))
	default:
		panic("unexpected " + v.Type().String())
	}
}

// A job that is sent and read again keeps all its fields, except those that are not sent.
func TestSpecKeepsItsFields(t *testing.T) {
	var want job.Spec
	fill(reflect.ValueOf(&want).Elem())
	want.Fleet.Name = ""
	if got := specOf(want).internal(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, expected %+v", got, want)
	}
}
