package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// A Claim is a statement of a paper that a test can decide: a contestant has smaller values than
// another one. Its text is "A < B" or "A < B on x, y".
type Claim struct {
	Better, Worse string   // contestants
	On            []string // instances; all if empty
}

// UnmarshalText parses a claim.
func (c *Claim) UnmarshalText(text []byte) error {
	rest, on, some := strings.Cut(string(text), " on ")
	var ok bool
	if c.Better, c.Worse, ok = strings.Cut(rest, " < "); !ok || c.Better == "" || c.Worse == "" {
		return fmt.Errorf("claim %q: expected CONTESTANT < CONTESTANT, or CONTESTANT < CONTESTANT on INSTANCE, INSTANCE", text)
	}
	if c.On = nil; some {
		c.On = strings.Split(on, ", ")
	}
	return nil
}

func (c Claim) String() string {
	text := c.Better + " < " + c.Worse
	if len(c.On) > 0 {
		text += " on " + strings.Join(c.On, ", ")
	}
	return text
}

// About reports whether the claim is about an instance.
func (c Claim) About(instance string) bool { return len(c.On) == 0 || slices.Contains(c.On, instance) }

// validateClaims checks that the claims are about contestants and instances of the plan.
func (p *Plan) validateClaims() error {
	names := p.Names()
	instances := list.Map(slices.Concat(p.Instances, p.AtFullSize().Instances), InstanceName)
	for _, c := range p.Paper.Claims {
		for _, name := range []string{c.Better, c.Worse} {
			if !slices.Contains(names, name) {
				return fmt.Errorf("claim %q: the plan contains no contestant %q", c, name)
			}
		}
		for _, name := range c.On {
			if !slices.Contains(instances, name) {
				return fmt.Errorf("claim %q: the plan contains no instance %q", c, name)
			}
		}
	}
	return nil
}
