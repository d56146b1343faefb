package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Command returns the arguments of solve that repeat the run on an instance of size n, except
// the instance itself. Extra flags come before the number of threads.
func (r Run) Command(n int, extra ...string) string {
	var words []string
	flag := func(name, value string) {
		if value != "" {
			words = append(words, name, Quote(value))
		}
	}
	c := r.Contestant
	flag("-a", c.Algorithm)
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		flag("-p", fmt.Sprintf("%s=%v", name, c.Params[name]))
	}
	flag("--engine", c.Engine)
	flag("--launch", c.Launch)
	for i := 0; i+1 < len(extra); i += 2 {
		flag(extra[i], extra[i+1])
	}
	if c.Threads > 0 {
		flag("-j", fmt.Sprint(c.Threads))
	}
	flag("--seed", fmt.Sprint(r.Seed))
	return strings.Join(append(words, r.Limits.flags(n)...), " ")
}

// flags returns the flags of solve for the limits on an instance of size n.
func (l Limits) flags(n int) []string {
	var words []string
	if l.Steps != (Count{}) {
		words = append(words, "--max-steps", fmt.Sprint(l.Steps.Of(n)))
	}
	if l.Time > 0 {
		words = append(words, "-t", time.Duration(l.Time).String())
	}
	if l.Target != nil {
		words = append(words, "--target", fmt.Sprint(*l.Target))
	}
	if l.TargetGap != nil {
		words = append(words, "--target-gap", fmt.Sprint(*l.TargetGap)+"%")
	}
	return words
}

// Quote quotes a word for a shell.
func Quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\$`*?[]{}()<>|&;#~!") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
