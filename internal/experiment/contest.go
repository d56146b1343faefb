package experiment

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
)

// ParseContestant parses ALGORITHM or ALGORITHM:key=value,key=value.
func ParseContestant(text string) (c Contestant, err error) {
	name, list, some := strings.Cut(text, ":")
	c = Contestant{Name: text, Algorithm: name}
	if !some {
		return c, nil
	}
	c.Params = map[string]any{}
	for _, pair := range strings.Split(list, ",") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return c, fmt.Errorf("%s: expected ALGORITHM:key=value,key=value, found %q", text, pair)
		}
		c.Params[key] = value
	}
	return c, nil
}

// FileName returns a base name for the files of a comparison. It is the same for the same plan and
// instance folder, so that an interrupted comparison can resume.
func (p *Plan) FileName(folder string) string {
	text, err := json.Marshal(struct {
		Plan   *Plan
		Folder string
	}{p, folder})
	if err != nil {
		return "compare"
	}
	sum := sha256.Sum256(text)
	return fmt.Sprintf("compare-%x", sum[:4])
}
