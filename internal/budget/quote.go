package budget

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	longestQuote   = 40
	longestMessage = 1000
)

// Quote quotes a piece of a file for a message. It escapes control characters and shortens long
// text.
func Quote[T ~string | ~[]byte](text T) string {
	if len(text) == 0 {
		return "nothing"
	}
	if len(text) > longestQuote {
		return strconv.Quote(cut(string(text[:min(len(text), longestQuote+utf8.UTFMax)]), longestQuote)) + "…"
	}
	return strconv.Quote(string(text))
}

// Message shortens a message that may contain a large part of a file.
func Message(text string) string {
	if len(text) <= longestMessage {
		return text
	}
	return cut(text, longestMessage) + "…"
}

// cut returns at most the first n bytes of a text, without splitting a character.
func cut(text string, n int) string {
	for i := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); i+size > n {
			return strings.Clone(text[:i])
		}
	}
	return text
}
