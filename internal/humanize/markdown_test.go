package humanize_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"plain – 3 × 4":  "plain – 3 × 4",
		"a|b_c*d":        `a\|b\_c\*d`,
		"[x](y) <b> `c`": "\\[x](y) &lt;b> \\`c\\`",
		`back\slash`:     `back\\slash`,
	} {
		if got := humanize.Markdown(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
