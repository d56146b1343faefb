package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Command returns the flags of solve that repeat the run on an instance of size n, followed by
// others.
func (r Run) Command(n int, others ...string) string {
	words := slices.Concat(job.Words(new(r.settings(n))), r.Contestant.engineFlags(), others)
	for i, word := range words {
		words[i] = Quote(word)
	}
	return strings.Join(words, " ")
}

// settings returns the settings of the run on an instance of size n.
func (r Run) settings(n int) job.Settings {
	params := map[string]string{}
	for name, value := range r.Contestant.Params {
		params[name] = fmt.Sprint(value)
	}
	return job.Settings{Algorithm: r.Contestant.Algorithm, Params: params, Seed: r.Seed, Limits: r.Limits.For(n)}
}

// engineFlags returns the flags for the engine and threads of a contestant.
func (c Contestant) engineFlags() (words []string) {
	if c.Engine != "" {
		words = append(words, "--engine", c.Engine)
	}
	if c.Launch != "" {
		words = append(words, "--launch", c.Launch)
	}
	if c.Threads > 0 {
		words = append(words, "-j", strconv.Itoa(c.Threads))
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
