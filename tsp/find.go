package tsp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/suggest"
)

// Find returns the city that has the given name: a label, a code or an id, or else the
// beginning of a single label or code, in capital or small letters. A name that fits
// several cities is an error that lists them, and one that fits none an error that lists
// similar names.
func (in *Instance) Find(name string) (int32, error) {
	for _, list := range [][]string{in.labels, in.codes} {
		if found := places(list, func(s string) bool { return s == name }); len(found) > 0 {
			return in.only(name, found)
		}
	}
	id, err := strconv.ParseInt(name, 10, 64)
	if err == nil {
		if i, ok := in.City(id); ok {
			return i, nil
		}
		return 0, in.unknown(name) // a number is no beginning of a name
	}
	for _, fits := range []func(string) bool{
		func(s string) bool { return strings.EqualFold(s, name) },
		func(s string) bool { return name != "" && begins(s, name) },
	} {
		found := places(in.labels, fits)
		for _, i := range places(in.codes, fits) {
			if !slices.Contains(found, i) {
				found = append(found, i)
			}
		}
		if len(found) > 0 {
			return in.only(name, found)
		}
	}
	return 0, in.unknown(name)
}

// places returns the positions of the names that fit.
func places(names []string, fits func(string) bool) (found []int32) {
	for i, s := range names {
		if fits(s) {
			found = append(found, int32(i))
		}
	}
	return found
}

// begins reports whether s begins with a prefix, in capital or small letters.
func begins(s, prefix string) bool {
	for _, want := range prefix {
		got, size := utf8.DecodeRuneInString(s)
		if size == 0 || !strings.EqualFold(string(got), string(want)) {
			return false
		}
		s = s[size:]
	}
	return true
}

// listed is the number of names in a message.
const listed = 5

// only returns the one city that was found.
func (in *Instance) only(name string, found []int32) (int32, error) {
	if len(found) == 1 {
		return found[0], nil
	}
	var names []string
	for _, i := range found[:min(len(found), listed)] {
		names = append(names, fmt.Sprintf("%q (id %s)", in.NameOf(i), in.IDText(i)))
	}
	more := ""
	if len(found) > listed {
		more = ", …"
	}
	return 0, fmt.Errorf("%q fits %d cities: %s%s; expected the name or id of one", name, len(found), strings.Join(names, ", "), more)
}

// unknown is the error for a name that no city has.
func (in *Instance) unknown(name string) error {
	like := slices.Concat(similar(in.labels, name), similar(in.codes, name))
	if len(like) > 0 {
		return fmt.Errorf("no city is called %q; similar: %s", name, strings.Join(like[:min(len(like), listed)], ", "))
	}
	return fmt.Errorf("no city is called %q: expected a name or id of the file, such as %q", name, in.NameOf(0))
}

// similar returns the names, quoted, that contain what was asked for or differ from it by a
// typing error or two.
func similar(names []string, asked string) (like []string) {
	asked = strings.ToLower(strings.TrimSpace(asked))
	if asked == "" {
		return nil
	}
	slips := min(2, utf8.RuneCountInString(asked)/3)
	for _, name := range names {
		lower := strings.ToLower(name)
		if strings.Contains(lower, asked) || slips > 0 && lower != "" && withinSlips(lower, asked, slips) {
			if like = append(like, strconv.Quote(name)); len(like) > listed {
				break
			}
		}
	}
	return like
}

// withinSlips reports whether a text, or its first word, differs from what was asked for
// by at most that many letters.
func withinSlips(text, asked string, most int) bool {
	first, _, _ := strings.Cut(text, " ")
	return suggest.Within(text, asked, most) || suggest.Within(first, asked, most)
}
