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
	// MaxRounds is the maximum number of rounds of a job. The server stores a tour for each of them.
	MaxRounds  = 100_000
	maxIslands = 1000
)

// Asked reports whether islands wait for each other.
func (r Rounds) Asked() bool { return r.Steps != 0 }

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
	case limits.Steps/r.Steps > MaxRounds:
		return fault(BadField, "rounds.steps", ": expected at most %d rounds, found %d", MaxRounds, limits.Steps/r.Steps)
	}
	return nil
}
