package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"
)

// readConfig sets flags from a JSON file: {"time-limit": "30s", "seed": 7,
// "param": {"segment": 30}}. A flag on the command line wins.
func (v *solve) readConfig(c *cobra.Command) error {
	if v.config == "" {
		return nil
	}
	text, err := os.ReadFile(v.config)
	if err != nil {
		return inputError(err)
	}
	var values map[string]any
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber() // 1000000, not 1e+06
	if err := numbers.Decode(&values); err != nil {
		return inputError(fmt.Errorf("%s: expected a JSON object of flags: %w", v.config, err))
	}
	for name, value := range values {
		if name == "param" {
			if err := v.configParams(value); err != nil {
				return err
			}
			continue
		}
		flag := c.Flags().Lookup(name)
		if flag == nil || name == "config" || name == "help" {
			return inputError(fmt.Errorf("%s: %q is no flag of solve; 'tourmaline solve --help' lists them", v.config, name))
		}
		if flag.Changed {
			continue
		}
		if err := c.Flags().Set(name, fmt.Sprint(value)); err != nil {
			return inputError(fmt.Errorf("%s: %w", v.config, err))
		}
	}
	return nil
}

// configParams puts the file's parameters before those of the command line.
func (v *solve) configParams(value any) error {
	params, ok := value.(map[string]any)
	if !ok {
		return inputError(fmt.Errorf("%s: param: expected an object of parameters", v.config))
	}
	var list []string
	for key, p := range params {
		list = append(list, fmt.Sprintf("%s=%v", key, p))
	}
	slices.Sort(list)
	v.params = append(list, v.params...)
	return nil
}
