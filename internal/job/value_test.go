package job

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
)

// valueOf returns the flag value for a field of a Spec.
func valueOf(t *testing.T, s *Spec, flag string) *Value {
	t.Helper()
	all := Values(s)
	i := slices.IndexFunc(all, func(v *Value) bool { return v.Flag == flag })
	if i < 0 {
		t.Fatalf("no --%s", flag)
	}
	return all[i]
}

func TestValuesAccept(t *testing.T) {
	for _, c := range []struct{ flag, text, want string }{
		{"time-limit", "90", "1m30s"}, {"time-limit", "1d", "24h0m0s"}, {"max-steps", "1_000,000", "1000000"}, {"seed", "007", "7"}, {"seed", "0", "0"},
		{"target", " -1,500.5 ", "-1500.5"}, {"target-gap", "1%", "1%"}, {"target-gap", "0.5", "0.5%"}, {"open", "true", "true"}, {"open", "0", "false"},
		{"columns", "lat=a,lon=b", "lat=a,lon=b"}, {"columns", `"x=a=b",y=2`, `"x=a=b",y=2`}, {"columns", "x=a,b", "x=a,b"}, {"param", "name=a,b=c", "name=a,b=c"}, {"sheet", "", ""},
	} {
		var s Spec
		v := valueOf(t, &s, c.flag)
		if err := v.Set(c.text); err != nil || v.String() != c.want {
			t.Errorf("--%s %q: %q, %v, want %q", c.flag, c.text, v.String(), err, c.want)
		}
	}
}

func TestValuesReject(t *testing.T) {
	for _, c := range []struct{ flag, text, want string }{
		{"time-limit", "0", "expected a duration such as 30s"}, {"time-limit", "-1s", "expected a duration"}, {"max-steps", "0", "expected a whole number of at least 1"}, {"max-steps", "1.5", "expected a whole number of at least 1"},
		{"stall-steps", "-1", "expected a whole number of at least 1"}, {"seed", "-1", "expected a whole number from 0 to 18446744073709551615"}, {"target", "cheap", "expected a number"}, {"target", "NaN", "expected a number"},
		{"target-gap", "1e999", "expected a percentage such as 1%"}, {"open", "perhaps", "expected true or false"}, {"param", "lanes", "expected key=value"}, {"param", "=3", "expected key=value"},
		{"columns", "lat", "expected key=value"}, {"columns", `x=1,"y=2`, "extraneous or missing"},
	} {
		var s Spec
		v := valueOf(t, &s, c.flag)
		if err := v.Set(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("--%s %q: %v, want %q", c.flag, c.text, err, c.want)
		}
		if !reflect.DeepEqual(s, Spec{}) {
			t.Errorf("--%s %q: %+v", c.flag, c.text, s)
		}
	}
}

func TestMapsGainEntries(t *testing.T) {
	var s Spec
	v := valueOf(t, &s, "param")
	if err := v.Set("lanes=4"); err != nil || !v.Has("lanes") || v.Has("kick") {
		t.Fatal(err, s.Settings.Params)
	}
	if err := v.Add("kick", "a=b"); err != nil {
		t.Fatal(err)
	}
	if want := (map[string]string{"lanes": "4", "kick": "a=b"}); !maps.Equal(s.Settings.Params, want) {
		t.Errorf("%v, want %v", s.Settings.Params, want)
	}
}

// Set accepts the flags that Words returns.
func TestWords(t *testing.T) {
	s := fullSpec()
	s.Reading.Columns["name"] = `a="b"`
	words := Words(&s)
	var again Spec
	for i := 0; i < len(words); i++ {
		name := words[i]
		all := Values(&again)
		j := slices.IndexFunc(all, func(v *Value) bool { return name == "--"+v.Flag || name == "-"+v.Short })
		if j < 0 {
			t.Fatalf("%s: no such flag", name)
		}
		text := "true"
		if all[j].Kind != KindBoolean {
			i++
			text = words[i]
		}
		if err := all[j].Set(text); err != nil {
			t.Fatalf("%s %s: %v", name, text, err)
		}
	}
	again.Instance, again.File = s.Instance, s.File
	if !reflect.DeepEqual(again, s) {
		t.Errorf("%q\n%+v, want %+v", words, again, s)
	}
	if got := Words(&Settings{}); !slices.Equal(got, []string{"--seed", "0"}) {
		t.Errorf("%q", got)
	}
}

func TestHelp(t *testing.T) {
	var unit string
	v := ValueFor("reading.unit", &unit)
	v.Choices, v.Unset = []string{"m", "km"}, "the file's"
	if got := v.Help(); got != v.Usage+": m, km (default: the file's)" || v.Type() != "unit" {
		t.Errorf("%q, %q", got, v.Type())
	}
	if err := v.Set("km"); err != nil || unit != "km" {
		t.Error(unit, err)
	}
	var s Spec
	for flag, want := range map[string]string{"time-limit": "duration", "max-steps": "int", "target": "cost", "open": "bool", "problem": "string", "param": "key=value"} {
		if got := valueOf(t, &s, flag).Type(); got != want {
			t.Errorf("--%s: %q, want %q", flag, got, want)
		}
	}
	if got := valueOf(t, &s, "target-gap").Suggestions(); !slices.Equal(got, []string{"0.1%", "1%", "5%"}) {
		t.Errorf("%q", got)
	}
}

func TestPlans(t *testing.T) {
	var l tourmaline.Limits
	err := SetPlan(&l, map[string]any{"time": "3s", "steps": int64(9), "target_gap": 0.5, "runs": 3})
	if err != nil || l.Time != 3*time.Second || l.Steps != 9 || *l.TargetGap != 0.5 {
		t.Errorf("%+v, %v", l, err)
	}
	data, err := MarshalPlan(l)
	if want := `{"time":"3s","steps":9,"target_gap":0.5}`; err != nil || string(data) != want {
		t.Errorf("%s, %v, want %s", data, err, want)
	}
	Fill(&l, tourmaline.Limits{Time: time.Hour, StallSteps: 4, NoImprovement: 5}, "no_improvement")
	if l.Time != 3*time.Second || l.StallSteps != 4 || l.NoImprovement != 0 {
		t.Errorf("%+v", l)
	}
	if err := SetPlan(&l, map[string]any{"stall_steps": "x"}); err == nil || err.Error() != "stall_steps: expected a whole number of at least 1, found x" {
		t.Error(err)
	}
	if keys := PlanKeys[tourmaline.Limits](); !slices.Contains(keys, "time") || slices.Contains(keys, "time_limit") {
		t.Errorf("%q", keys)
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{"30s": 30 * time.Second, "1.5": 1500 * time.Millisecond, "1d": 24 * time.Hour, "1d12h": 36 * time.Hour, "1d0s": 24 * time.Hour, "8e9": 8e9 * time.Second, "65535d": 65535 * 24 * time.Hour} {
		if got, err := ParseDuration(text); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-3", "NaN", "1e300", "d", "1d24h", "1d-1h", "1dx", "9e9", "65536d", "99999d", "soon"} {
		if got, err := ParseDuration(text); err == nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}
