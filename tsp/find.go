package tsp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/suggest"
)

// ID returns the number by which files and results refer to city i: i+1, unless Details.IDs is set.
func (in *Instance) ID(i int32) int64 {
	if in.details.IDs == nil {
		return int64(i) + 1
	}
	return in.details.IDs[i]
}

// City returns the city with the given id and reports whether it exists.
func (in *Instance) City(id int64) (int32, bool) {
	if in.cityByID == nil {
		return int32(id - 1), id >= 1 && id <= int64(in.n)
	}
	return in.cityByID(id)
}

// NameOf returns the name of city i for users: its label or, if it has no label, its code or id.
func (in *Instance) NameOf(i int32) string {
	if labels := in.details.Labels; len(labels) > 0 && labels[i] != "" {
		return labels[i]
	}
	return in.idText(i)
}

// idText returns the id of city i as written in its file: a code or a number.
func (in *Instance) idText(i int32) string {
	if codes := in.details.Codes; codes != nil {
		return codes[i]
	}
	return strconv.FormatInt(in.ID(i), 10)
}

// Find returns the city with the given name: a label, a code or an id. If there is no exact match,
// it looks for a label or code that starts with the name, ignoring case. If several cities match,
// the error lists them; if no city matches, the error lists similar names.
func (in *Instance) Find(name string) (int32, error) {
	for _, list := range [][]string{in.details.Labels, in.details.Codes} {
		if found := positions(list, func(s string) bool { return s == name }); len(found) > 0 {
			return in.only(name, found)
		}
	}
	if id, err := strconv.ParseInt(name, 10, 64); err == nil {
		if i, ok := in.City(id); ok {
			return i, nil
		}
		return 0, in.unknown(name) // a number is not used as a prefix
	}
	for _, fits := range []func(string) bool{
		func(s string) bool { return strings.EqualFold(s, name) },
		func(s string) bool { return name != "" && hasPrefixFold(s, name) },
	} {
		if found := in.matches(fits); len(found) > 0 {
			return in.only(name, found)
		}
	}
	return 0, in.unknown(name)
}

// matches returns the cities with a label or code for which fits returns true.
func (in *Instance) matches(fits func(string) bool) []int32 {
	found, coded := positions(in.details.Labels, fits), positions(in.details.Codes, fits)
	again := func(i int32) bool { return slices.Contains(found, i) }
	return append(found, slices.DeleteFunc(coded, again)...)
}

// positions returns the indices of the names for which fits returns true.
func positions(names []string, fits func(string) bool) (found []int32) {
	for i, s := range names {
		if fits(s) {
			found = append(found, int32(i))
		}
	}
	return found
}

// hasPrefixFold reports whether s starts with prefix, ignoring case.
func hasPrefixFold(s, prefix string) bool {
	for _, want := range prefix {
		got, size := utf8.DecodeRuneInString(s)
		if size == 0 || !strings.EqualFold(string(got), string(want)) {
			return false
		}
		s = s[size:]
	}
	return true
}

// listed is the maximum number of names in a message.
const listed = 5

// only returns the single city in found, or an error if there are several.
func (in *Instance) only(name string, found []int32) (int32, error) {
	if len(found) == 1 {
		return found[0], nil
	}
	var names []string
	for _, i := range found[:min(len(found), listed)] {
		names = append(names, fmt.Sprintf("%q (id %s)", in.NameOf(i), in.idText(i)))
	}
	more := ""
	if len(found) > listed {
		more = ", …"
	}
	return 0, fmt.Errorf("%q matches %d cities: %s%s; expected the name or id of one city", name, len(found), strings.Join(names, ", "), more)
}

// unknown returns the error for a name that does not match any city.
func (in *Instance) unknown(name string) error {
	like := slices.Concat(similar(in.details.Labels, name), similar(in.details.Codes, name))
	if len(like) > 0 {
		return fmt.Errorf("no city named %q; similar names: %s", name, strings.Join(like[:min(len(like), listed)], ", "))
	}
	return fmt.Errorf("no city named %q: expected a name or id from the file, such as %q", name, in.NameOf(0))
}

// similar returns the quoted names that contain the requested name, or differ from it by one or two
// typing errors, as a whole or in their first word. It returns the most similar names first, and at
// most as many as a message lists.
func similar(names []string, asked string) []string {
	asked = strings.ToLower(strings.TrimSpace(asked))
	if asked == "" {
		return nil
	}
	var like []string
	var errors []int // number of typing errors in each name of like
	for _, name := range names {
		n, ok := slips(strings.ToLower(name), asked)
		if !ok || len(like) == listed && n >= errors[listed-1] {
			continue
		}
		at, _ := slices.BinarySearch(errors, n+1)
		like, errors = slices.Insert(like, at, strconv.Quote(name)), slices.Insert(errors, at, n)
		like, errors = like[:min(len(like), listed)], errors[:min(len(errors), listed)]
	}
	return like
}

// slips returns the number of typing errors by which the requested name differs from a name or from
// its first word. ok is false if there are too many.
func slips(name, asked string) (n int, ok bool) {
	if strings.Contains(name, asked) {
		return 0, true
	}
	first, _, _ := strings.Cut(name, " ")
	for n = 1; n <= min(2, utf8.RuneCountInString(asked)/3); n++ {
		if suggest.Within(name, asked, n) || suggest.Within(first, asked, n) {
			return n, true
		}
	}
	return 0, false
}
