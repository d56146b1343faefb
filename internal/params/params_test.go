package params

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type walking struct {
	Walks int `json:"walks" range:"1..1000000" usage:"independent walks"`
	Turns int `json:"turns" range:"0.." usage:"turns of a step"`
}

type knobs struct {
	walking
	Kick  string  `json:"kick" choices:"segment,walk,close" usage:"where a kick cuts"`
	Share float64 `json:"share" range:"0.0001..1" usage:"share of the walks"`
	Size  float64 `json:"size" range:">0.." usage:"moves of a cycle"`
	Late  float64 `json:"late" range:"1..<268435456" usage:"time that is left"`
	Debt  int     `json:"debt" range:"..-3" usage:"what is owed"`
	Paced bool    `json:"paced" usage:"whether the budget counts"`
	Team  string  `json:"team" text:"names" usage:"who takes part"`
}

func (p knobs) Validate() error {
	if err := Validate(p); err != nil || p.Turns != 13 {
		return err
	}
	return errors.New("thirteen turns")
}

func sound() knobs {
	return knobs{walking{2, 0}, "walk", 0.5, 1, 1, -3, true, "a,b"}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*knobs)
		want   string // empty if the value is valid
	}{
		{func(*knobs) {}, ""},
		{func(p *knobs) { p.Walks = 0 }, "walks = 0, expected 1 to 1,000,000"},
		{func(p *knobs) { p.Walks = 1 }, ""},
		{func(p *knobs) { p.Walks = 1_000_000 }, ""},
		{func(p *knobs) { p.Walks = 1_000_001 }, "walks = 1000001, expected 1 to 1,000,000"},
		{func(p *knobs) { p.Turns = -1 }, "turns = -1, expected 0 or more"},
		{func(p *knobs) { p.Turns = math.MaxInt }, ""},
		{func(p *knobs) { p.Kick = "x" }, `kick = "x", expected segment, walk or close`},
		{func(p *knobs) { p.Kick = "" }, `kick = "", expected segment, walk or close`},
		{func(p *knobs) { p.Share = math.NaN() }, "share = NaN, expected 0.0001 to 1"},
		{func(p *knobs) { p.Share = 0.0001 }, ""},
		{func(p *knobs) { p.Size = 0 }, "size = 0, expected more than 0"},
		{func(p *knobs) { p.Size = math.NaN() }, "size = NaN, expected more than 0"},
		{func(p *knobs) { p.Size = math.Inf(1) }, "size = +Inf, expected more than 0"},
		{func(p *knobs) { p.Size = math.SmallestNonzeroFloat64 }, ""},
		{func(p *knobs) { p.Late = 1 << 28 }, "late = 2.68435456e+08, expected at least 1 and less than 268,435,456"},
		{func(p *knobs) { p.Late = math.Nextafter(1<<28, 0) }, ""},
		{func(p *knobs) { p.Debt = -2 }, "debt = -2, expected -3 or less"},
		{func(p *knobs) { p.Debt = math.MinInt }, ""},
		{func(p *knobs) { p.Team = "" }, `team = "", expected names`},
		{func(p *knobs) { p.Team = "c" }, ""},
		{func(p *knobs) { p.Walks, p.Kick, p.Debt = -1, "y", 0 }, "walks = -1, expected 1 to 1,000,000\n" +
			`kick = "y", expected segment, walk or close` + "\ndebt = 0, expected -3 or less"},
	} {
		p := sound()
		c.change(&p)
		for _, err := range []error{Validate(p), Validate(&p), Validate(Group{&p})} {
			if text(err) != c.want {
				t.Errorf("%+v: %q, want %q", p, text(err), c.want)
			}
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestErrorsAreTyped(t *testing.T) {
	p := sound()
	p.Turns, p.Kick = -7, "x"
	var e *Error
	if err := fmt.Errorf("ils: %w", p.Validate()); !errors.As(err, &e) || *e != (Error{"turns", "-7", "0 or more"}) {
		t.Errorf("%v holds %+v", err, e)
	}
}

// Faulty tags of a struct make every value of it invalid.
func TestFaultyTags(t *testing.T) {
	for want, p := range map[string]any{
		"field A: expected an exported field with the tags json and usage": struct {
			A int `json:"a" range:"1..2"`
		}{1},
		"field B: expected an exported": struct {
			B int `range:"1..2" usage:"b"`
		}{1},
		"field c: expected an exported": struct {
			c int `range:"1..2" usage:"c"`
		}{c: 1},
		`field D: range "", expected one such as 1..10`: struct {
			D int `json:"d" usage:"d"`
		}{1},
		`field E: range "..", expected`: struct {
			E int `json:"e" range:".." usage:"e"`
		}{1},
		`field F: range "0.5..2": "0.5" is not the end of a range of type integer`: struct {
			F int `json:"f" range:"0.5..2" usage:"f"`
		}{1},
		`field G: range "1..x": "x" is not`: struct {
			G float64 `json:"g" range:"1..x" usage:"g"`
		}{1},
		`field H: range ">..2": "" is not`: struct {
			H float64 `json:"h" range:">..2" usage:"h"`
		}{1},
		`field I: range "2..1" contains nothing`: struct {
			I float64 `json:"i" range:"2..1" usage:"i"`
		}{1},
		`field J: range ">1..1" contains nothing`: struct {
			J float64 `json:"j" range:">1..1" usage:"j"`
		}{1},
		`field K: choices "", expected words`: struct {
			K string `json:"k" usage:"k"`
		}{""},
		`field L: choices "a,,b", expected words`: struct {
			L string `json:"l" choices:"a,,b" usage:"l"`
		}{""},
		"field M: a []int, expected an int, float64, string or bool": struct {
			M []int `json:"m" usage:"m"`
		}{},
		"field walking: expected an exported":                 struct{ *walking }{},
		"parameters are the fields of a struct, found int":    7,
		"parameters are the fields of a struct, found <nil>":  nil,
		"parameters are the fields of a struct, found *param": (*knobs)(nil),
	} {
		if err := Validate(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%T: %v, want %q", p, err, want)
		}
		if all := Describe(p); len(all) != 0 {
			t.Errorf("%T: described as %+v", p, all)
		}
	}
}

func TestDescribe(t *testing.T) {
	p := sound()
	got, err := json.Marshal(Describe(&p))
	if err != nil {
		t.Fatal(err)
	}
	want := `[` + strings.Join([]string{
		`{"name":"walks","type":"integer","min":1,"max":1000000,"default":2,"usage":"independent walks"}`,
		`{"name":"turns","type":"integer","min":0,"default":0,"usage":"turns of a step"}`,
		`{"name":"kick","type":"string","choices":["segment","walk","close"],"default":"walk","usage":"where a kick cuts"}`,
		`{"name":"share","type":"number","min":0.0001,"max":1,"default":0.5,"usage":"share of the walks"}`,
		`{"name":"size","type":"number","min":0,"exclusiveMin":true,"default":1,"usage":"moves of a cycle"}`,
		`{"name":"late","type":"number","min":1,"max":268435456,"exclusiveMax":true,"default":1,"usage":"time that is left"}`,
		`{"name":"debt","type":"integer","max":-3,"default":-3,"usage":"what is owed"}`,
		`{"name":"paced","type":"boolean","default":true,"usage":"whether the budget counts"}`,
		`{"name":"team","type":"string","text":"names","default":"a,b","usage":"who takes part"}`,
	}, ",") + `]`
	if string(got) != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

func TestSet(t *testing.T) {
	for _, c := range []struct {
		values map[string]string
		want   string
	}{
		{map[string]string{"walks": "7", "kick": "close", "share": "1e-3", "paced": "false"}, ""},
		{map[string]string{"pace": "7"}, `unknown parameter "pace": expected one of walks, turns, kick, share, size, late, debt, paced, team`},
		{map[string]string{"walks": "1.5"}, `walks = "1.5", expected a whole number, 1 to 1,000,000`},
		{map[string]string{"walks": "99999999999999999999"}, `walks = "99999999999999999999", expected a whole number, 1 to 1,000,000`},
		{map[string]string{"share": "x"}, `share = "x", expected a number, 0.0001 to 1`},
		{map[string]string{"share": "nan"}, "share = NaN, expected 0.0001 to 1"},
		{map[string]string{"paced": "maybe"}, `paced = "maybe", expected true or false`},
		{map[string]string{"kick": "x", "walks": "0"}, "walks = 0, expected 1 to 1,000,000\n" + `kick = "x", expected segment, walk or close`},
		{map[string]string{"size": "x", "a": "", "debt": "y"}, `unknown parameter "a": expected one of walks, turns, kick, share, size, late, debt, paced, team` +
			"\n" + `debt = "y", expected a whole number, -3 or less` + "\n" + `size = "x", expected a number, more than 0`},
		{map[string]string{"turns": "13"}, "thirteen turns"},
	} {
		p := sound()
		if err := Set(&p, c.values); text(err) != c.want {
			t.Errorf("%v: %q, want %q", c.values, text(err), c.want)
		}
	}
	if err := Set(sound(), map[string]string{"walks": "3"}); err == nil || !strings.Contains(err.Error(), "expected a pointer") {
		t.Errorf("a struct that is no pointer: %v", err)
	}
}

// Describe returns the values that Set has set, for a struct and for a group.
func TestSetThenDescribe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[string]any{
			"walks": rapid.IntRange(1, 1_000_000).Draw(t, "walks"),
			"turns": rapid.IntRange(14, math.MaxInt).Draw(t, "turns"),
			"kick":  rapid.SampledFrom([]string{"segment", "walk", "close"}).Draw(t, "kick"),
			"share": rapid.Float64Range(0.0001, 1).Draw(t, "share"),
			"size":  rapid.Float64Range(1e-300, math.MaxFloat64).Draw(t, "size"),
			"late":  rapid.Float64Range(1, 1<<28-1).Draw(t, "late"),
			"debt":  rapid.IntRange(math.MinInt, -3).Draw(t, "debt"),
			"paced": rapid.Bool().Draw(t, "paced"),
			"team":  rapid.StringN(1, 9, -1).Draw(t, "team"),
		}
		values := map[string]string{}
		for name, v := range want {
			values[name] = fmt.Sprint(v)
		}
		one, other := sound(), sound()
		for _, p := range []Validator{&one, Group{&other}} {
			if err := Set(p, values); err != nil {
				t.Fatal(err)
			}
			for _, q := range Describe(p) {
				if q.Default != want[q.Name] {
					t.Fatalf("%s is %v, was set to %v", q.Name, q.Default, want[q.Name])
				}
			}
		}
	})
}

type extra struct {
	Distance int `json:"distance" range:"1..3" usage:"entries of a move"`
}

func (p *extra) Validate() error { return Validate(p) }

func TestGroup(t *testing.T) {
	p := sound()
	named := struct{ Group }{Group{&extra{2}, &p}} // a type that embeds a group
	if err := Set(named, map[string]string{"distance": "3", "walks": "9"}); err != nil || p.Walks != 9 {
		t.Errorf("%v, %d walks", err, p.Walks)
	}
	got, err := json.Marshal(named)
	want := `{"distance":3,"walks":9,"turns":0,"kick":"walk","share":0.5,"size":1,"late":1,"debt":-3,"paced":true,"team":"a,b"}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	err = Set(named, map[string]string{"distance": "4", "turns": "13"})
	if want := "distance = 4, expected 1 to 3\nthirteen turns"; text(err) != want {
		t.Errorf("%q, want %q", text(err), want)
	}
	if got, err := json.Marshal(Group{}); err != nil || string(got) != "{}" {
		t.Errorf("an empty group: %s, %v", got, err)
	}
}

func TestWritten(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", -3: "-3", 999: "999", 1000: "1,000", -123456: "-123,456", 1e9: "1,000,000,000",
		0.9999: "0.9999", 0.000001: "0.000001", 1e-100: "1e-100", 1234.5: "1,234.5", 1e300: "1e+300",
	} {
		if got := written(x); got != want {
			t.Errorf("%s: %s, want %s", strconv.FormatFloat(x, 'g', -1, 64), got, want)
		}
	}
}

// Param.Check validates a single value without setting it.
func TestCheckOneParameter(t *testing.T) {
	p := sound()
	all := Describe(&p)
	for _, c := range []struct{ name, text, want string }{
		{"walks", "1000000", ""},
		{"walks", "1000001", "walks = 1000001, expected 1 to 1,000,000"},
		{"walks", "many", `walks = "many", expected a whole number, 1 to 1,000,000`},
		{"size", "0", "size = 0, expected more than 0"},
		{"size", "NaN", "size = NaN, expected more than 0"},
		{"kick", "close", ""},
		{"kick", "x", `kick = "x", expected segment, walk or close`},
		{"paced", "perhaps", `paced = "perhaps", expected true or false`},
		{"team", "", `team = "", expected names`},
	} {
		for _, q := range all {
			if q.Name == c.name && text(q.Check(c.text)) != c.want {
				t.Errorf("%s = %q: %v, expected %q", c.name, c.text, q.Check(c.text), c.want)
			}
		}
	}
	if p != sound() {
		t.Errorf("checking has changed %+v", p)
	}
	if err := Set(&p, map[string]string{"wlaks": "1"}); !errors.Is(err, ErrUnknown) || err.Error() != `unknown parameter "wlaks": expected one of walks, turns, kick, share, size, late, debt, paced, team` {
		t.Error(err)
	}
}
