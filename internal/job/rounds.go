package job

import "github.com/tourmaline-opt/tourmaline/internal/problems"

// Rounds makes the islands of an archipelago wait for each other, so that their tours depend only
// on seeds and steps, and not on the machines. With the zero value, islands do not wait.
type Rounds struct {
	Steps   int `json:"steps,omitempty" flag:"round-steps" value:"number" usage:"steps after which the islands wait for each other and exchange their best tours, so that the same seed and the same number of steps give the same tours" unset:"no waiting"`
	Islands int `json:"islands,omitempty" flag:"-" usage:"number of islands in the archipelago"`
	Island  int `json:"island,omitempty" flag:"-" usage:"number of this job among the islands, from 1; it receives the tours of the previous island"`
}

const (
	// maxRounds is the maximum number of rounds of a job. The server stores a tour for each of them.
	maxRounds  = 100_000
	maxIslands = 1000
	// maxRoundCities is the maximum number of cities of all tours that the server stores for a job. A
	// city takes about a byte.
	maxRoundCities = 1 << 30
)

// Asked reports whether islands wait for each other.
func (r Rounds) Asked() bool { return r.Steps != 0 }

// rounds returns the number of rounds of a job.
func (s Spec) rounds() int {
	if !s.Rounds.Asked() {
		return 0
	}
	return s.Settings.Steps / s.Rounds.Steps
}

// LastRound returns the number of the last round of a job: a search that has ended sends its tour
// for the round after its last step.
func (s Spec) LastRound() int { return s.rounds() + 1 }

// checkRounds rejects rounds whose tours take too much space.
func (s Spec) checkRounds(n int) error {
	if most := maxRoundCities / max(n, 1); s.rounds() > most {
		return fault(TooLarge, "rounds.steps", ": expected at most %d rounds for %d cities, found %d", most, n, s.rounds())
	}
	return nil
}

// Previous returns the number of the island whose tours this one receives.
func (r Rounds) Previous() int { return (r.Island+r.Islands-2)%r.Islands + 1 }

// validateRounds reports the first fault. A search that ends after a time cannot be repeated.
func (s Spec) validateRounds() error {
	r, limits := s.Rounds, s.Settings.Limits
	switch {
	case r == Rounds{}, s.content() != problems.Tours: // a different fault
		return nil
	case s.Several():
		return fault(BadField, "rounds", " apply only to tours")
	case r.Steps < 1:
		return fault(BadField, "rounds.steps", ": expected 1 or more, found %d", r.Steps)
	case r.Islands < 2 || r.Islands > maxIslands:
		return fault(BadField, "rounds.islands", ": expected 2 to %d, found %d", maxIslands, r.Islands)
	case r.Island < 1 || r.Island > r.Islands:
		return fault(BadField, "rounds.island", ": expected 1 to %d, found %d", r.Islands, r.Island)
	case s.Archipelago == "":
		return fault(BadField, "archipelago", ": rounds need the name of an archipelago")
	case limits.Steps == 0:
		return fault(BadField, "settings.max_steps", ": rounds need a number of steps after which the search ends")
	case limits.Time > 0 || limits.NoImprovement > 0:
		return fault(BadField, "rounds", " cannot be combined with limits of time: tours would depend on the machine")
	case s.rounds() > maxRounds:
		return fault(BadField, "rounds.steps", ": expected at most %d rounds, found %d", maxRounds, s.rounds())
	}
	return nil
}
