package cli

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
		if got := printable(text); got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
	if got := printableLines("a\x1b\nb\n"); got != "a\\x1b\nb\n" {
		t.Errorf("%q", got)
	}
}
