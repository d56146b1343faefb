package protocol_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// A worker sends no time of its clock, so a wrong clock cannot enter a record.
func TestWorkersSendNoTime(t *testing.T) {
	for _, of := range []any{
		protocol.Hello{}, protocol.Next{}, protocol.Beat{}, protocol.Report{}, protocol.Get{}, protocol.Put{},
		protocol.Save{}, protocol.Outcome{}, protocol.Claim{},
	} {
		if found := times(reflect.TypeOf(of), reflect.TypeOf(of).Name()); len(found) > 0 {
			t.Errorf("there are times: %v", found)
		}
	}
	if found := times(reflect.TypeOf([]*struct{ At time.Time }{}), "example"); len(found) != 1 {
		t.Errorf("found %v, expected a time", found)
	}
}

// times returns the paths of all fields of a type that contain a time.
func times(of reflect.Type, path string) (found []string) {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
		return times(of.Elem(), path)
	case reflect.Struct:
		if of == reflect.TypeOf(time.Time{}) {
			return []string{path}
		}
		for i := range of.NumField() {
			found = append(found, times(of.Field(i).Type, path+"."+of.Field(i).Name)...)
		}
	}
	return found
}
