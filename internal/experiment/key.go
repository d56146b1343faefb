package experiment

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// setup is what a run does, apart from its seed. It contains no names that a plan chooses, so plans
// that run the same share their records.
type setup struct {
	Instance  string            `json:"instance"` // without folder and extension
	Algorithm string            `json:"algorithm"`
	Params    map[string]string `json:"params"`
	Engine    string            `json:"engine"`
	Launch    string            `json:"launch"`
	Threads   int               `json:"threads"`
	Limits    Limits            `json:"limits"`
	Warmup    int               `json:"warmup,omitzero"` // affects times
}

func (r Run) setup() setup {
	c := r.Contestant
	return setup{InstanceName(r.Instance), c.Algorithm, c.params(), c.Engine, c.Launch, c.Threads, r.Limits, r.Warmup}
}

// params returns the parameters as text.
func (c Contestant) params() map[string]string {
	params := map[string]string{}
	for name, value := range c.Params {
		params[name] = fmt.Sprint(value)
	}
	return params
}

// Setup returns a hash of everything that identifies a run, except its seed.
func (r Run) Setup() string { return shortHash(r.setup()) }

// Key returns a hash that identifies a run. Runs with the same key are the same. A log and the
// program that evaluates logs make sure that instances with the same name are the same.
func (r Run) Key() string { return shortHash([]any{r.setup(), r.Seed}) }

// FormerKey returns the key that the run had before contestants had seeds of their own, when it
// contained the names in the plan.
func (r Run) FormerKey() string {
	r.Contestant.Instances = nil // the instances select runs, but do not affect them
	if !r.Paired {
		r.Seed = uint64(r.Number)
	}
	return shortHash(struct {
		Instance   string     `json:"instance"`
		Contestant Contestant `json:"contestant"`
		Seed       uint64     `json:"seed"`
		Limits     Limits     `json:"limits"`
	}{r.Instance, r.Contestant, r.Seed, r.Limits})
}

// ownSeed returns a seed that depends only on the setup and the number of the run. It has at most
// 48 bits, so that every reader of JSON preserves it.
func (r Run) ownSeed() uint64 {
	sum := hash([]any{r.setup(), "run", r.Number})
	return binary.BigEndian.Uint64(sum[:8]) >> 16
}

func shortHash(v any) string {
	sum := hash(v)
	return fmt.Sprintf("%x", sum[:12])
}

func hash(v any) [sha256.Size]byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("experiment: marshalling a run: " + err.Error()) // cannot happen: fields are plain
	}
	return sha256.Sum256(text)
}
