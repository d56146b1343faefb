package humanize

import "testing"

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"Köln → 東京 👩‍🚀":        "Köln → 東京 👩‍🚀",
		"\x1b[2Jgone":          `\x1b[2Jgone`,
		"a\rb\nc\td":           `a\rb\nc\td`,
		"\u009b31m":            `\u009b31m`,
		"\x9b31m":              `\x9b31m`,
		"\u202egnp.exe":        `\u202egnp.exe`,
		"a \"quote\" and \\ b": "a \"quote\" and \\ b",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
	if got := PrintableLines("a\x1b\nb\n"); got != "a\\x1b\nb\n" {
		t.Errorf("%q", got)
	}
}

func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"Depot", 5, "Depot"}, {"Depots", 5, "Depo…"}, {"Old town", 5, "Old…"}, {"東京都", 5, "東京…"}, {"東京都", 4, "東…"}, {"", 3, ""},
	} {
		if got := Truncate(c.text, c.columns); got != c.want {
			t.Errorf("Truncate(%q, %d) = %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}

// Combining marks take no column, East Asian letters and pictographs two.
func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "Zoe\u0301": 3, "é": 1, "a\u200db": 2, "→": 1, "\u1100": 2, "東": 2, "。": 2, "！": 2, "🚀": 2, "\u303f": 1, "\uff61": 1, "\U0001fb00": 1,
	} {
		if got := Width(text); got != want {
			t.Errorf("%q has %d columns, expected %d", text, got, want)
		}
	}
}
