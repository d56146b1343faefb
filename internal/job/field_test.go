package job

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

// Every field has all the properties that decoding, flags and documentation need.
func TestFieldsAreComplete(t *testing.T) {
	flags, paths := map[string]string{}, map[string]bool{}
	for _, f := range Fields() {
		if f.Usage == "" || strings.HasSuffix(f.Usage, ".") || f.Kind == KindObject || f.Kind == KindOther || paths[f.Path] {
			t.Errorf("%+v", f)
		}
		paths[f.Path] = true
		for _, name := range []string{f.Flag, f.Short} {
			if other, taken := flags[name]; name != "" && taken {
				t.Errorf("%s and %s have the flag %s", f.Path, other, name)
			}
			flags[name] = f.Path
		}
		object, _, _ := strings.Cut(f.Path, ".")
		if slices.Contains([]string{"reading", "route", "fleet", "schedule", "archipelago", "rounds", "bound"}, object) != (f.Only == problems.Tours) {
			t.Errorf("%s is only for %q", f.Path, f.Only)
		}
	}
	want := []string{"time-limit", "max-steps", "no-improvement", "stall-steps", "target", "target-gap"}
	if got := LimitFlags(); !slices.Equal(got, want) {
		t.Errorf("limits %q, want %q", got, want)
	}
	if got, want := PlacementFlags(), []string{"priority", "deadline", "min-threads", "min-memory-mb", "need-device"}; !slices.Equal(got, want) {
		t.Errorf("placement %q, want %q", got, want)
	}
	for _, f := range Describe[Settings]() {
		if f.Always() != (f.Name == "seed") {
			t.Errorf("%s is always written: %t", f.Name, f.Always())
		}
	}
	if of := field("label"); of.MaxLength != 200 || of.Required || !field("file").Required {
		t.Errorf("%+v", of)
	}
	if got := TourFlags(); !slices.Contains(got, "input-format") || !slices.Contains(got, "open") || slices.Contains(got, "seed") {
		t.Errorf("flags for tours %q", got)
	}
}

func TestFlagFor(t *testing.T) {
	for path, want := range map[string]string{
		"settings.time_limit": "--time-limit", "settings.params": "--param", "reading.format": "--input-format",
		"route.open": "--open", "file": "", "settings": "", "settings.params.lanes": "", "": "",
	} {
		if got := FlagFor(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// A fault names its field once, and the command line replaces that name with the flag.
func TestRenamed(t *testing.T) {
	f := Fault{BadField, "reading.unit", `reading.unit: unknown unit "reading.unit"`}
	if got := f.Renamed("--unit"); got.Detail != `--unit: unknown unit "reading.unit"` || got.Field != f.Field || got.Code != f.Code {
		t.Errorf("%+v", got)
	}
	for _, f := range []Fault{{BadInstance, "instance", "a.csv:3: a row"}, {TooLarge, "", "too long"}} {
		if got := f.Renamed("--x"); *got != f {
			t.Errorf("%+v, want %+v", got, f)
		}
	}
}

// Every field of a Spec is written to and read from its path.
func TestEachField(t *testing.T) {
	for _, f := range Fields() {
		var s Spec
		target := reflect.ValueOf(&s).Elem().FieldByIndex(f.index)
		v := &Value{Field: f, target: target}
		if err := v.Set(example(f)); err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), `"`+f.Name+`":`) {
			t.Errorf("%s is not in %s", f.Path, data)
		}
		again, err := Decode(data)
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s: %+v, %v, want %+v", data, again, err, s)
		}
	}
}

// example returns a value of a field in the form that its flag accepts.
func example(f Field) string {
	switch f.Kind {
	case KindMap, KindPairs:
		return "x=1"
	case KindBoolean:
		return "true"
	case KindText:
		return "text"
	}
	return "7"
}

func TestDescribeRequest(t *testing.T) {
	fields := Describe[problems.Request]()
	if len(fields) != 8 || !fields[0].Required || !slices.Equal(fields[0].Choices, problems.Shapes()) || fields[1].Kind != KindInteger {
		t.Errorf("%+v", fields)
	}
	r, err := DecodeMaking([]byte(`{"shape":"uniform","n":10,"seed":18446744073709551615}`))
	if err != nil || r != (problems.Request{Shape: "uniform", N: 10, Seed: 1<<64 - 1}) {
		t.Errorf("%+v, %v", r, err)
	}
	_, err = DecodeMaking([]byte(`{"Shape":"uniform"}`))
	failed(t, "a member in upper case", err, UnknownField, "Shape")
}
