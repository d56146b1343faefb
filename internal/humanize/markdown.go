package humanize

import "strings"

// Markdown escapes the characters of a text that Markdown would interpret.
func Markdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`).Replace(s)
}
