package cli

import (
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/output"
)

// printable is a name from a file for people, in one line.
func printable(text string) string { return output.Printable(text) }

// printableLines is printable for text of several lines.
func printableLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return strings.Join(lines, "\n")
}
