package job

import (
	table "github.com/tourmaline-opt/tourmaline/internal/problems"

	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/search"
)

// plainSpec returns a valid Spec.
func plainSpec() Spec { return Spec{Instance: zeros, File: "stops.csv"} }

func TestValidate(t *testing.T) {
	limits := Limits{Seconds: 60}
	for _, c := range []struct {
		change      func(s *Spec)
		code, field string // empty if the Spec is valid
		detail      string
	}{
		{func(*Spec) {}, "", "", ""},
		{func(s *Spec) { s.Instance = "" }, BadField, "instance", "expected sha256: and 64 lower-case hexadecimal digits"},
		{func(s *Spec) { s.Instance = strings.ToUpper(zeros) }, BadField, "instance", ""},
		{func(s *Spec) { s.Instance = zeros + "0" }, BadField, "instance", ""},
		{func(s *Spec) { s.Instance = zeros + "\n" }, BadField, "instance", ""},
		{func(s *Spec) { s.File = "" }, BadField, "file", ""},
		{func(s *Spec) { s.File = "a\x00.csv" }, BadField, "file", "without control characters"},
		{func(s *Spec) { s.File = strings.Repeat("x", 256) }, BadField, "file", "at most 255 bytes, found 256"},
		{func(s *Spec) { s.File = "../../etc/passwd" }, "", "", ""},
		{func(s *Spec) { s.File = "board.drl" }, BadInstance, "file", "jobs cannot process drill files"},
		{func(s *Spec) { s.File = "board.XLN.gz" }, BadInstance, "file", "jobs cannot process drill files"},
		{func(s *Spec) { s.Reading.Format = "drl" }, BadInstance, "file", "jobs cannot process drill files"},
		{func(s *Spec) { s.Label = strings.Repeat("ä", 200) }, "", "", ""},
		{func(s *Spec) { s.Label = "a\nb" }, BadField, "label", "without control characters"},
		{func(s *Spec) { s.Label = "\x1b[31mred" }, BadField, "label", "without control characters"},
		{func(s *Spec) { s.Label = "a\u202eb" }, BadField, "label", "without control characters"},
		{func(s *Spec) { s.Label = strings.Repeat("ä", 201) }, BadField, "label", "at most 200 characters, found 201"},
		{func(s *Spec) { s.Archipelago = "pacific-2" }, "", "", ""},
		{func(s *Spec) { s.Archipelago = "Pacific" }, BadField, "archipelago", "expected 1 to 64 lower-case letters, digits and hyphens"},
		{func(s *Spec) { s.Problem, s.Archipelago = "qap", "pacific" }, BadField, "archipelago", "applies only to tours"},
		{func(s *Spec) { s.islands() }, "", "", ""},
		{func(s *Spec) { s.islands(); s.Rounds.Island = 1 }, "", "", ""},
		{func(s *Spec) { s.islands(); s.Rounds.Steps, s.Settings.Steps = 1, maxRounds }, "", "", ""},
		{func(s *Spec) { s.islands(); s.Rounds.Steps, s.Settings.Steps = 1, maxRounds+1 }, BadField, "rounds.steps", "expected at most 100000 rounds, found 100001"},
		{func(s *Spec) { s.islands(); s.Rounds.Steps = 0 }, BadField, "rounds.steps", "expected 1 or more, found 0"},
		{func(s *Spec) { s.islands(); s.Rounds.Islands, s.Rounds.Island = 1, 1 }, BadField, "rounds.islands", "expected 2 to 1000, found 1"},
		{func(s *Spec) { s.islands(); s.Rounds.Islands = 1001 }, BadField, "rounds.islands", "expected 2 to 1000, found 1001"},
		{func(s *Spec) { s.islands(); s.Rounds.Island = 0 }, BadField, "rounds.island", "expected 1 to 4, found 0"},
		{func(s *Spec) { s.islands(); s.Rounds.Island = 5 }, BadField, "rounds.island", "expected 1 to 4, found 5"},
		{func(s *Spec) { s.islands(); s.Archipelago = "" }, BadField, "archipelago", "need the name of an archipelago"},
		{func(s *Spec) { s.islands(); s.Settings.Steps = 0 }, BadField, "settings.max_steps", "need a number of steps"},
		{func(s *Spec) { s.islands(); s.Settings.Time = time.Minute }, BadField, "rounds", "cannot be combined with limits of time"},
		{func(s *Spec) { s.islands(); s.Settings.NoImprovement = time.Minute }, BadField, "rounds", "cannot be combined with limits of time"},
		{func(s *Spec) { s.islands(); s.Fleet.Vehicles = 2 }, BadField, "rounds", "apply only to tours"},
		{func(s *Spec) { s.Problem, s.Rounds.Steps = "qap", 5 }, BadField, "rounds.steps", "applies only to tours"},
		{func(s *Spec) { s.Problem = "knapsack" }, UnknownProblem, "problem", "expected one of tsp, vehicles, qap, perceptron, maxcut, colouring"},
		{func(s *Spec) { s.Problem = "rastrigin" }, UnknownProblem, "problem", ""},
		{func(s *Spec) { s.Problem = "tsp" }, "", "", ""},
		{func(s *Spec) { s.Problem, s.Route.Open = "qap", true }, BadField, "route.open", "applies only to tours"},
		{func(s *Spec) { s.File, s.Reading.Unit = "a.dat", "km" }, BadField, "reading.unit", "applies only to tours"},
		{func(s *Spec) { s.Reading.Metric = "taxi" }, BadField, "reading.metric", `unknown metric "taxi"`},
		{func(s *Spec) { s.Reading.Metric = "distances" }, "", "", ""},
		{func(s *Spec) { s.Reading.Format = "doc" }, BadField, "reading.format", `unknown format "doc"`},
		{func(s *Spec) { s.Reading.Unit = "furlong" }, BadField, "reading.unit", `unknown unit "furlong"`},
		{func(s *Spec) { s.Settings.Algorithm = "auto" }, "", "", ""},
		{func(s *Spec) { s.Settings.Algorithm = "oracle" }, UnknownAlgorithm, "settings.algorithm", `"oracle" is not available for this problem: expected one of auto, ils`},
		{func(s *Spec) { s.File, s.Settings.Algorithm = "a.dat", "mmas" }, UnknownAlgorithm, "settings.algorithm", "expected one of auto, tabu"},
		{func(s *Spec) { s.File, s.Settings.Algorithm = "a.dat", "tabu" }, "", "", ""},
		{func(s *Spec) { s.Settings = Settings{Algorithm: "ils", Params: map[string]string{"lanes": "0"}} }, BadParameter, "settings.params.lanes", "lanes = 0, expected 1"},
		{func(s *Spec) { s.Settings = Settings{Algorithm: "ils", Params: map[string]string{"lanes": "x"}} }, BadParameter, "settings.params.lanes", `lanes = "x", expected a whole number`},
		{func(s *Spec) { s.Settings = Settings{Algorithm: "ils", Params: map[string]string{"lane": "1"}} }, BadParameter, "settings.params", `unknown parameter "lane"`},
		{func(s *Spec) { s.Settings.Time = time.Minute }, "", "", ""},
		{func(s *Spec) { s.Settings.Time = time.Minute + 1 }, TooLong, "settings.time_limit", "expected at most 1m0s, found 1m0.000000001s"},
		{func(s *Spec) { s.Settings.NoImprovement = time.Hour }, TooLong, "settings.no_improvement", "expected at most 1m0s"},
		{func(s *Spec) { s.Settings.Time = -1 }, BadField, "settings.time_limit", "expected 0 or more, found -1"},
		{func(s *Spec) { s.Settings.Steps = -1 }, BadField, "settings.max_steps", "expected 0 or more, found -1"},
		{func(s *Spec) { s.Settings.StallSteps = -1 }, BadField, "settings.stall_steps", "expected 0 or more, found -1"},
		{func(s *Spec) {
			s.Settings.Algorithm, s.Settings.Params = "ils", map[string]string{"lanes": strings.Repeat("0", 70_000) + "1"}
		}, TooLarge, "", "expected at most 64 KiB"},
		{func(s *Spec) { s.Settings.Target = new(math.NaN()) }, BadField, "settings.target", "expected a finite number"},
	} {
		s := plainSpec()
		c.change(&s)
		err := s.Validate(limits)
		if c.code == "" {
			if err != nil {
				t.Errorf("%+v: %v", s, err)
			}
			continue
		}
		failed(t, c.detail, err, c.code, c.field)
		if err != nil && !strings.Contains(err.Error(), c.detail) || len(Faults(err)) != 1 {
			t.Errorf("%v, expected %q alone", err, c.detail)
		}
	}
	bad := fullSpec()
	bad.Instance, bad.Label, bad.File, bad.Reading.Unit, bad.Reading.Metric, bad.Settings.Steps, bad.Settings.Algorithm = "", strings.Repeat("x", 201), "", "x", "x", -1, "x"
	if n := len(Faults(bad.Validate(limits))); n != 8 {
		t.Errorf("%d faults, expected all 8 of them: %v", n, bad.Validate(limits))
	}
}

// A Config contains the same values as the settings.
func TestConfig(t *testing.T) {
	s := fullSpec()
	s.Settings.Params = map[string]string{"lanes": "4"}
	cfg, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Algorithm != "ils" || cfg.Params["lanes"] != "4" || cfg.Seed != 1<<64-1 || cfg.Limits.Time != 90*time.Second || cfg.Limits.Steps != 5 ||
		cfg.Limits.NoImprovement != 2500*time.Millisecond || cfg.Limits.StallSteps != 7 || *cfg.Limits.Target != -1500 || *cfg.Limits.TargetGap != 0 || cfg.Cooling != Cooling || cfg.Threads != 0 {
		t.Errorf("%+v", cfg)
	}
	s.Settings.Algorithm = "oracle"
	_, err = s.Config()
	failed(t, "an unknown algorithm", err, UnknownAlgorithm, "settings.algorithm")
}

// A search without a time limit is stopped after the maximum time of a job, and cools as it would
// without that maximum.
func TestBound(t *testing.T) {
	limits := Limits{Seconds: 2}
	if cfg := limits.Bound(tourmaline.Config{}, 10_000); cfg.Limits.Time != 2*time.Second || cfg.StopWhen != nil {
		t.Errorf("no limit: %v", cfg.Limits.Time)
	}
	if cfg := limits.Bound(tourmaline.Config{}, 10); cfg.Limits.Time != tourmaline.DefaultTimeLimit(10) {
		t.Errorf("no limit, small: %v", cfg.Limits.Time)
	}
	if cfg := limits.Bound(tourmaline.Config{Limits: tourmaline.Limits{Time: time.Second, Steps: 1}}, 10); cfg.Limits.Time != time.Second || cfg.StopWhen != nil {
		t.Errorf("with a limit: %v", cfg.Limits.Time)
	}
	if cfg := (Limits{}).Bound(tourmaline.Config{Limits: tourmaline.Limits{Steps: 1}}, 10); cfg.Limits.Time != 0 || cfg.StopWhen != nil {
		t.Errorf("nothing to keep: %v", cfg.Limits.Time)
	}
	for seconds, want := range map[float64]time.Duration{math.NaN(): time.Hour, -1: time.Hour, 1e300: time.Hour, 60: time.Minute} {
		if cfg := (Limits{Seconds: seconds}).Bound(tourmaline.Config{Limits: tourmaline.Limits{Time: time.Hour}}, 10); cfg.Limits.Time != want {
			t.Errorf("at most %v seconds: %v, expected %v", seconds, cfg.Limits.Time, want)
		}
	}
	rule := limits.Bound(tourmaline.Config{Limits: tourmaline.Limits{StallSteps: 1}}, 10).StopWhen
	if v := rule(search.Progress{Elapsed: time.Second}); v.Used != 0 || v.Reason != "" {
		t.Errorf("after half of the time: %+v", v)
	}
	if v := rule(search.Progress{Elapsed: 2 * time.Second}); v.Reason != search.Time {
		t.Errorf("after the time: %+v", v)
	}
	in, _ := solved(t, tourFiles(t)["csv"])
	cfg := Limits{Seconds: 1e-9}.Bound(tourmaline.Config{Algorithm: "ils", Limits: tourmaline.Limits{Steps: math.MaxInt}}, in.Info.N)
	r, err := tourmaline.Solve(t.Context(), in.Problem, cfg)
	if err != nil || r.Termination != "time" || r.Pace != "steps" {
		t.Errorf("%+v, %v", r, err)
	}
}

// Errors of the library have fault codes, however deeply they are wrapped.
func TestFaultsOfTheLibrary(t *testing.T) {
	in, _ := solved(t, tourFiles(t)["csv"])
	for _, c := range []struct {
		cfg         tourmaline.Config
		code, field string
	}{
		{tourmaline.Config{Algorithm: "oracle"}, UnknownAlgorithm, "settings.algorithm"},
		{tourmaline.Config{Algorithm: "ils", Params: map[string]string{"lanes": "-1"}}, BadParameter, "settings.params.lanes"},
		{tourmaline.Config{Algorithm: "ils", Params: map[string]string{"lane": "1"}}, BadParameter, "settings.params"},
	} {
		_, err := tourmaline.New(in.Problem, c.cfg)
		failed(t, c.code, errors.Join(errors.New("other"), err), c.code, c.field)
	}
	failed(t, "memory", errors.Join(errors.New("other"), memory.Errorf("the tours of 9 ants need 90 GiB")), TooMuchMemory, "settings.params")
	if Faults(errors.New("the disk is full")) != nil || Faults(nil) != nil {
		t.Error("an error that the sender cannot fix is a fault")
	}
}

// The schema describes every parameter of every algorithm that a job may request.
func TestAlgorithms(t *testing.T) {
	var problems []string
	for _, a := range Algorithms() {
		problems = append(problems, a.Problem)
		if len(a.Schema.Properties) != len(a.Params) || a.Schema.Type != "object" || *a.Schema.AdditionalProperties {
			t.Errorf("%s, %s: %+v", a.Problem, a.Name, a.Schema)
		}
		for _, p := range a.Params {
			s := a.Schema.Properties[p.Name]
			if s.Type != p.Type || s.Description == "" || s.Default != p.Default || !slices.Equal(s.Enum, p.Choices) ||
				!p.ExclusiveMin && (s.Minimum != p.Min || s.ExclusiveMinimum != nil) || p.ExclusiveMin && (s.ExclusiveMinimum != p.Min || s.Minimum != nil) ||
				!p.ExclusiveMax && (s.Maximum != p.Max || s.ExclusiveMaximum != nil) || p.ExclusiveMax && (s.ExclusiveMaximum != p.Max || s.Maximum != nil) ||
				(p.Text != "") != (s.MinLength == 1) || p.Text != "" && s.Description != p.Usage+": "+p.Text {
				t.Errorf("%s, %s: %+v of %+v", a.Problem, a.Name, s, p)
			}
		}
	}
	if got := slices.Compact(problems); !slices.Equal(got, table.Names()) {
		t.Errorf("algorithms for %v, expected %v", got, table.Names())
	}
}

// islands makes a job the last of four islands that wait for each other.
func (s *Spec) islands() {
	s.Archipelago, s.Rounds, s.Settings.Steps = "pacific", Rounds{Steps: 50, Islands: 4, Island: 4}, 1000
}

func TestPreviousIsland(t *testing.T) {
	for island, want := range []int{4, 1, 2, 3} {
		if got := (Rounds{Steps: 1, Islands: 4, Island: island + 1}).Previous(); got != want {
			t.Errorf("island %d receives the tours of %d, expected %d", island+1, got, want)
		}
	}
}
