package tourmaline_test

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
)

func TestLimitsReportEveryFault(t *testing.T) {
	bad := tourmaline.Limits{
		Time: -time.Second, Steps: -1, NoImprovement: -2, StallSteps: -3,
		Target: new(math.NaN()), TargetGap: new(math.Inf(1)),
	}
	err := bad.Validate()
	for field := range reflect.TypeFor[tourmaline.Limits]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || field.Tag.Get("usage") == "" {
			t.Errorf("%s lacks a name or a sentence", field.Name)
		}
		if err == nil || !strings.Contains(err.Error(), name+" = ") {
			t.Errorf("%v does not report %s", err, name)
		}
	}
	var p *tourmaline.ParamError
	if !errors.As(err, &p) || p.Name != "time_limit" || p.Value != "-1s" {
		t.Errorf("%+v", p)
	}
	good := tourmaline.Limits{Time: 1, Steps: 1, NoImprovement: 1, StallSteps: 1, Target: new(-1.0), TargetGap: new(0.0)}
	if err := errors.Join(good.Validate(), tourmaline.Limits{}.Validate()); err != nil {
		t.Error(err)
	}
}

func TestSolveValidatesTheConfiguration(t *testing.T) {
	p := tourmaline.Tours(generate(t, 20))
	cfg := tourmaline.Config{Threads: -1, Cooling: -1, Limits: tourmaline.Limits{Target: new(math.NaN())}}
	_, err := tourmaline.New(p, cfg)
	for _, want := range []string{"threads = -1, expected 0 to 4,096", "cooling = -1ns, expected 0 or more", "target = NaN, expected a finite number"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
