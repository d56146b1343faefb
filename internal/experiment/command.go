package experiment

import (
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Command returns the flags of the solve command that repeat the run on an instance of size n,
// followed by others.
func (r Run) Command(n int, others ...string) string {
	words := append(job.Words(new(r.settings(n))), others...)
	return strings.Join(list.Map(words, Quote), " ")
}

// settings returns the settings of the run on an instance of size n.
func (r Run) settings(n int) job.Settings {
	return job.Settings{Algorithm: r.Contestant.Algorithm, Params: r.Contestant.params(), Seed: r.Seed, Limits: r.Limits.For(n)}
}

// Quote quotes a word for the shell.
func Quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\$`*?[]{}()<>|&;#~!") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
