package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/suggest"
)

// mostSteps is the maximum number of steps that a member makes in one step of the archipelago.
const mostSteps = 1000

// An entry is an algorithm for an island.
type entry struct {
	row   Row
	steps int // number of steps in a step of the archipelago
}

// roster parses a list of members, for example ils:8,faco.
func roster(members string, among []Row) ([]entry, error) {
	var all []entry
	for text := range strings.SplitSeq(members, ",") {
		name, number, several := strings.Cut(strings.TrimSpace(text), ":")
		steps := 1
		if several {
			var err error
			if steps, err = strconv.Atoi(number); err != nil || steps < 1 || steps > mostSteps {
				return nil, unfit(members, among, fmt.Sprintf("%q: expected a number of steps from 1 to %d after the colon", text, mostSteps))
			}
		}
		i := slices.IndexFunc(among, func(r Row) bool { return r.Name == name })
		if i < 0 {
			return nil, unfit(members, among, unknown(name, among))
		}
		all = append(all, entry{among[i], steps})
	}
	return all, nil
}

// unfit returns the error for an invalid list of members.
func unfit(members string, among []Row, why string) error {
	return &params.Error{
		Name: "members", Value: strconv.Quote(members),
		Expected: fmt.Sprintf("one or more of %s, separated by commas: %s", strings.Join(Names(among), ", "), why),
	}
}

// unknown returns a message about an unknown name, with the most similar known name.
func unknown(name string, among []Row) string {
	text := fmt.Sprintf("%q cannot be a member", name)
	if like, ok := suggest.Nearest(strings.ToLower(name), Names(among)); ok {
		text += fmt.Sprintf("; did you mean %q?", like)
	}
	return text
}

// Names returns the names of the given rows.
func Names(rows []Row) []string {
	all := make([]string, len(rows))
	for i, r := range rows {
		all[i] = r.Name
	}
	return all
}
