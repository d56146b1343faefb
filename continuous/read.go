package continuous

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// Read reads a function name and the number of dimensions, such as "rastrigin 10". name is the file
// name for error messages.
func Read(r io.Reader, name string) (*Instance, error) {
	const longest = 1 << 10
	text, err := budget.ReadAll(r, longest)
	if err != nil && !errors.Is(err, budget.ErrTooLarge) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	words := strings.Fields(string(text))
	if len(words) != 2 || err != nil {
		return nil, fmt.Errorf("%s: expected a function name and a number of dimensions, such as rastrigin 10, found %s", name, budget.Quote(string(text)))
	}
	f, err := Find(words[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	dim, err := strconv.Atoi(words[1])
	if err != nil {
		return nil, fmt.Errorf("%s: expected a whole number of dimensions, found %s", name, budget.Quote(words[1]))
	}
	in, err := New(f, dim)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
}
