// Package suggest compares known words with the word that a user typed, so that error messages can
// suggest the word that was probably meant.
package suggest

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Distance returns the edit distance between two texts: the minimum number of letters that must be
// added, removed or changed to turn one text into the other.
func Distance(a, b string) int {
	to := []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for _, x := range a {
		corner := row[0]
		row[0]++
		for j, y := range to {
			change := corner
			if x != y {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, corner+1)
		}
	}
	return row[len(to)]
}

// Within reports whether the edit distance of two texts is at most limit. It computes no distance
// if the lengths alone rule that out.
func Within(a, b string, limit int) bool {
	difference := utf8.RuneCountInString(a) - utf8.RuneCountInString(b)
	return max(difference, -difference) <= limit && Distance(a, b) <= limit
}

// Nearest returns the word with the least edit distance from typed, regardless of case. ok is false
// if that distance exceeds half the length of the word.
func Nearest(typed string, words []string) (word string, ok bool) {
	if typed == "" || len(words) == 0 {
		return "", false
	}
	typed = strings.ToLower(typed)
	distance := func(word string) int { return Distance(strings.ToLower(word), typed) }
	word = slices.MinFunc(words, func(a, b string) int { return distance(a) - distance(b) })
	return word, 2*distance(word) <= len(word)
}

// Meant returns a question about the word that the user probably meant, for an error message that
// continues with the accepted words. It returns "" if no word is similar.
func Meant(typed string, words []string) string {
	if like, ok := Nearest(typed, words); ok {
		return "did you mean " + like + "? "
	}
	return ""
}
