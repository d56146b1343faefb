package continuous_test

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/continuous"
)

func TestRead(t *testing.T) {
	in, err := continuous.Read(strings.NewReader("rastrigin 10\n"), "a.fun")
	if err != nil || in.Function().Name != "rastrigin" || in.Dim() != 10 {
		t.Errorf("%v, %v", in, err)
	}
	for text, want := range map[string]string{
		"":                       "a.fun: expected a function name",
		"rastrigin":              "a.fun: expected a function name",
		"rastrigin ten":          `a.fun: expected a whole number of dimensions, found "ten"`,
		"rastrigin 0":            "a.fun: ",
		"rastrigin 1 2":          "a.fun: expected a function name",
		"nothing 3":              "nothing",
		"rastrigin 999999999999": "a.fun: ",
		"rastrigin" + strings.Repeat(" ", 2000) + "3": "a.fun: expected a function name",
	} {
		if _, err := continuous.Read(strings.NewReader(text), "a.fun"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, expected %q", text, err, want)
		}
	}
}
