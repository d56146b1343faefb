package job

import (
	"cmp"
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Field describes one field of a request. The struct tags are the only source of this
// description: decoding, OpenAPI, flags, completion, plans and the web pages are all derived from
// them.
//
//	json      name; without omitempty or omitzero it is always written
//	flag      name of the flag, "-" for no flag (default: the name in JSON, with dashes)
//	short     shorthand of the flag
//	plan      key in an experiment plan (default: the name in JSON)
//	usage     description, without its choices
//	unset     description of the default
//	value     placeholder for its value
//	preset    default of the flag, if not zero
//	choices   name of the list of accepted values
//	suggest   values that shell completion offers, separated by commas
//	only      problem that the field, and all fields below it, apply to
//	kind      percent: a number in per cent; pairs: a map whose flag accepts several pairs
//	needed, form, maxlen   required, pattern and maxLength of JSON Schema
type Field struct {
	Path        string // JSON path, such as settings.time_limit
	Name        string // last part of the path
	Flag        string // without dashes; empty if there is no flag
	Short       string
	Plan        string
	Usage       string
	Unset       string
	Placeholder string
	Default     string
	Choices     []string
	Examples    []string
	Only        string
	Kind        Kind
	Required    bool
	Pattern     string
	MaxLength   int
	Limit       bool    // whether the field limits a search
	Fields      []Field // fields of an object

	index  []int
	always bool // whether the field is written even if zero
	typed  reflect.Type
}

// A Kind is the form of a field's value.
type Kind string

// The field kinds.
const (
	KindText     Kind = "text"
	KindBoolean  Kind = "boolean"
	KindInteger  Kind = "integer" // 0 or more
	KindNumber   Kind = "number"
	KindPercent  Kind = "percent"
	KindDuration Kind = "duration" // 30s, or seconds as a number
	KindMap      Kind = "map"      // map of strings
	KindPairs    Kind = "pairs"    // a map whose flag accepts several pairs
	KindObject   Kind = "object"
	KindOther    Kind = "other" // left to encoding/json
)

// listed returns the values that a choices tag refers to.
func listed(name string) []string {
	switch name {
	case "problems":
		return problems.Names()
	case "metrics":
		return append(tsp.MetricNames(), distances)
	case "formats":
		return Formats()
	case "units":
		return humanize.Units()
	case "shapes":
		return problems.Shapes()
	}
	return nil
}

// Describe returns the fields of a struct. A field that is an object contains its own fields.
func Describe[T any]() []Field { return fieldsOf(reflect.TypeFor[T]()) }

// Fields returns the fields of a Spec. It replaces each object with the fields of the object.
func Fields() []Field { return leaves(reflect.TypeFor[Spec]()) }

// field returns the field of a Spec with the given path.
func field(path string) Field {
	for _, f := range Fields() {
		if f.Path == path {
			return f
		}
	}
	return Field{}
}

// FlagFor returns the flag for a field of a Spec, such as --time-limit, or "".
func FlagFor(path string) string {
	if f := field(path); f.Flag != "" {
		return "--" + f.Flag
	}
	return ""
}

// LimitFlags returns the names of the flags that limit a search.
func LimitFlags() []string { return flagsWhere(func(f Field) bool { return f.Limit }) }

// PlacementFlags returns the names of the flags that place a job.
func PlacementFlags() []string {
	return flagsWhere(func(f Field) bool { return strings.HasPrefix(f.Path, "placement.") })
}

// TourFlags returns the names of the flags that apply only to tours.
func TourFlags() []string { return flagsWhere(func(f Field) bool { return f.Only == problems.Tours }) }

func flagsWhere(holds func(Field) bool) (names []string) {
	for _, f := range Fields() {
		if f.Flag != "" && holds(f) {
			names = append(names, f.Flag)
		}
	}
	return names
}

// Always reports whether the field is written even if it is zero.
func (f Field) Always() bool { return f.always }

var described sync.Map // maps reflect.Type to []Field

// fieldsOf describes the fields of a struct, including those of embedded structs.
func fieldsOf(t reflect.Type) []Field {
	if known, ok := described.Load(t); ok {
		return known.([]Field) //nolint:forcetypeassert // nothing else is stored
	}
	var all []Field
	for _, f := range reflect.VisibleFields(t) {
		if name := f.Tag.Get("json"); name == "" || name == "-" {
			continue
		}
		d := describe(f)
		if outer := f.Index[:len(f.Index)-1]; len(outer) > 0 {
			d.Limit = t.FieldByIndex(outer).Type == reflect.TypeFor[tourmaline.Limits]()
		}
		all = append(all, d)
	}
	described.Store(t, all)
	return all
}

func describe(f reflect.StructField) Field {
	tag := f.Tag.Get
	name, options, _ := strings.Cut(tag("json"), ",")
	d := Field{
		Path: name, Name: name, Flag: strings.ReplaceAll(name, "_", "-"), Short: tag("short"), Plan: cmp.Or(tag("plan"), name),
		Usage: tag("usage"), Unset: tag("unset"), Placeholder: tag("value"), Default: tag("preset"),
		Choices: listed(tag("choices")), Only: tag("only"), Kind: kindOf(f), Required: tag("needed") == "true", Pattern: tag("form"),
		index: f.Index, always: options == "", typed: f.Type,
	}
	if flag := tag("flag"); flag != "" {
		d.Flag = strings.TrimPrefix(flag, "-")
	}
	if values := tag("suggest"); values != "" {
		d.Examples = strings.Split(values, ",")
	}
	d.MaxLength, _ = strconv.Atoi(tag("maxlen")) // 0 if there is no tag
	if d.Kind == KindObject {
		d.Flag, d.Fields = "", fieldsOf(f.Type)
	}
	return d
}

func kindOf(f reflect.StructField) Kind {
	if kind := f.Tag.Get("kind"); kind != "" {
		return Kind(kind)
	}
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return KindDuration
	case t == reflect.TypeFor[json.RawMessage](), t.Kind() == reflect.Slice:
		return KindOther
	case t == reflect.TypeFor[map[string]string]():
		return KindMap
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return KindText
	}
	switch t.Kind() {
	case reflect.String:
		return KindText
	case reflect.Bool:
		return KindBoolean
	case reflect.Int, reflect.Uint64:
		return KindInteger
	case reflect.Float64:
		return KindNumber
	}
	return KindObject
}

var flattened sync.Map // maps reflect.Type to []Field

// leaves describes the fields of a struct. It replaces each object with the fields of the object.
func leaves(t reflect.Type) []Field {
	if known, ok := flattened.Load(t); ok {
		return known.([]Field) //nolint:forcetypeassert // nothing else is stored
	}
	var all []Field
	for _, f := range fieldsOf(t) {
		if f.Kind != KindObject {
			all = append(all, f)
			continue
		}
		for _, inner := range leaves(f.typed) {
			inner.Path = join(f.Path, inner.Path)
			inner.index, inner.Only = slices.Concat(f.index, inner.index), cmp.Or(inner.Only, f.Only)
			all = append(all, inner)
		}
	}
	flattened.Store(t, all)
	return all
}

// visit calls f for each struct field that is set.
func visit(v reflect.Value, f func(Field, reflect.Value)) {
	for _, field := range leaves(v.Type()) {
		if value := v.FieldByIndex(field.index); !isUnset(value) {
			f(field, value)
		}
	}
}

func isUnset(v reflect.Value) bool { return v.IsZero() || v.Kind() == reflect.Map && v.Len() == 0 }
