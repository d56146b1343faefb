package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// readConfig sets flags from a JSON file: {"time-limit": "30s", "seed": 7, "param": {"segment":
// 30}}. Flags on the command line take precedence.
func (v *solve) readConfig(c *cobra.Command) error {
	if v.config == "" {
		return nil
	}
	text, err := budget.ReadFile(v.config, budget.Small)
	if err != nil {
		return inputError(err)
	}
	values, err := configValues(text)
	if err == nil {
		err = v.setFlags(c, values)
	}
	if err != nil {
		return inputError(errors.New(budget.Message(fmt.Sprintf("%s: %v", v.config, err))))
	}
	return nil
}

// configValues parses one JSON object and rejects any text after it.
func configValues(text []byte) (values map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // keeps 1000000 instead of converting it to 1e+06
	if err := d.Decode(&values); err != nil {
		return nil, fmt.Errorf("expected a JSON object of flags: %w", budget.PlainJSON(err))
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return nil, fmt.Errorf("expected the end of the file after a JSON object, found %s", budget.Quote(rest))
	}
	return values, nil
}

func (v *solve) setFlags(c *cobra.Command, values map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		flag := c.Flags().Lookup(name)
		if flag == nil || name == "config" || name == "help" {
			return fmt.Errorf("%s is not a flag of solve: 'tourmaline solve --help' lists the flags", budget.Quote(name))
		}
		if entries, ok := values[name].(map[string]any); ok && isMap(flag) {
			if err := addEntries(flag, entries); err != nil {
				return err
			}
			continue
		}
		text, err := configText(name, values[name])
		if err != nil {
			return err
		}
		if flag.Changed {
			continue
		}
		if err := c.Flags().Set(name, text); err != nil {
			return err
		}
	}
	return nil
}

// configText returns the text form of a flag value from the file.
func configText(name string, value any) (string, error) {
	switch value.(type) {
	case string, bool, json.Number:
		return fmt.Sprint(value), nil
	case nil:
		return "", fmt.Errorf("%s: expected a value, found null: remove this flag", budget.Quote(name))
	}
	return "", fmt.Errorf("%s: expected a string, a number, true or false", budget.Quote(name))
}

// isMap reports whether the value of a flag consists of keys and values.
func isMap(flag *pflag.Flag) bool {
	v, ok := flag.Value.(*job.Value)
	return ok && (v.Kind == job.KindMap || v.Kind == job.KindPairs)
}

// addEntries adds the entries of the file that the command line does not set.
func addEntries(flag *pflag.Flag, entries map[string]any) error {
	v, _ := flag.Value.(*job.Value) // isMap has checked the type
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		text, err := configText(key, entries[key])
		if err == nil && !v.Has(key) {
			err = v.Add(key, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
