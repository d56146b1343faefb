package job

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestLabelsAndPlacementAreChecked(t *testing.T) {
	label := func(name, value string) func(*Spec) {
		return func(s *Spec) { s.Labels = map[string]string{name: value} }
	}
	labels := func(n int) func(*Spec) {
		return func(s *Spec) {
			s.Labels = map[string]string{}
			for i := range n {
				s.Labels[fmt.Sprintf("n%d", i)] = "x"
			}
		}
	}
	for name, c := range map[string]struct {
		change        func(*Spec)
		field, detail string // empty if the Spec is valid
	}{
		"plain":           {label("team", "north"), "", ""},
		"prefixed":        {label("example.org/cost-centre_2", "4711"), "", ""},
		"longest":         {label(strings.Repeat("a", 63), strings.Repeat("ä", 63)), "", ""},
		"equals in value": {label("query", "a=b"), "", ""},
		"sixteen":         {labels(16), "", ""},
		"seventeen":       {labels(17), "labels", "at most 16 labels, found 17"},
		"empty name":      {label("", "x"), "labels", "expected a name of at most 63"},
		"capital":         {label("Team", "x"), "labels", `found "Team"`},
		"equals in name":  {label("a=b", "x"), "labels", `found "a=b"`},
		"first character": {label("-a", "x"), "labels", "starts and ends with a letter or digit"},
		"last character":  {label("a.", "x"), "labels", "starts and ends with a letter or digit"},
		"line end":        {label("a\n", "x"), "labels", "expected a name"},
		"long name":       {label(strings.Repeat("a", 64), "x"), "labels", "at most 63"},
		"long value":      {label("a", strings.Repeat("x", 64)), "labels", "1 to 63 visible characters"},
		"empty value":     {label("a", ""), "labels", "1 to 63 visible characters"},
		"space":           {label("a", "b c"), "labels", "without spaces"},
		"control":         {label("a", "b\x1b[0m"), "labels", "visible"},
		"direction":       {label("a", "b\u202ec"), "labels", "visible"},
		"not UTF-8":       {label("a", "b\xff"), "labels", "visible"},

		"highest priority":  {func(s *Spec) { s.Placement.Priority = 9 }, "", ""},
		"too high":          {func(s *Spec) { s.Placement.Priority = 10 }, "placement.priority", "expected 0 to 9, found 10"},
		"negative":          {func(s *Spec) { s.Placement.Priority = -1 }, "placement.priority", "found -1"},
		"deadline":          {func(s *Spec) { s.Placement.Deadline = time.Nanosecond }, "", ""},
		"past deadline":     {func(s *Spec) { s.Placement.Deadline = -time.Second }, "placement.deadline", "more than 0, found -1s"},
		"threads":           {func(s *Spec) { s.Placement.Threads = 1 << 16 }, "", ""},
		"negative threads":  {func(s *Spec) { s.Placement.Threads = -1 }, "placement.threads", "expected 0 to 65536, found -1"},
		"too many threads":  {func(s *Spec) { s.Placement.Threads = 1<<16 + 1 }, "placement.threads", "found 65537"},
		"negative memory":   {func(s *Spec) { s.Placement.MemoryMB = -5 }, "placement.memory_mb", "found -5"},
		"too much memory":   {func(s *Spec) { s.Placement.MemoryMB = 1<<30 + 1 }, "placement.memory_mb", "found 1073741825"},
		"needs all of them": {func(s *Spec) { s.Placement = Placement{Threads: 4, MemoryMB: 2000, Device: true} }, "", ""},
	} {
		s := plainSpec()
		c.change(&s)
		faults := Faults(s.Validate(Limits{}))
		switch {
		case c.field == "" && len(faults) > 0:
			t.Errorf("%s: %v", name, faults)
		case c.field != "" && (len(faults) != 1 || faults[0].Field != c.field || faults[0].Code != BadField || !strings.Contains(faults[0].Detail, c.detail)):
			t.Errorf("%s: expected %q, found %+v", name, c.detail, faults)
		}
	}
}

// The number of errors about labels is limited.
func TestFewFaultsOfManyLabels(t *testing.T) {
	s := plainSpec()
	s.Labels = map[string]string{}
	for i := range 1000 {
		s.Labels[fmt.Sprintf("N%d", i)] = ""
	}
	if n := len(Faults(s.Validate(Limits{}))); n != maxLabels+1 {
		t.Errorf("%d faults", n)
	}
}

func TestLabelList(t *testing.T) {
	s := Spec{Labels: map[string]string{"b": "2", "a": "x=y"}}
	if got := s.LabelList(); !slices.Equal(got, []string{"a=x=y", "b=2"}) {
		t.Errorf("found %q", got)
	}
	if got := (Spec{}).LabelList(); got != nil {
		t.Errorf("found %q", got)
	}
	if err := CheckLabel("a=x=y"); err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{"b": "expected a label such as team=north", "=x": "expected a name", "a=": "expected a value", "A=x": "expected a name"} {
		if err := CheckLabel(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}
