package opencl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/sweeps"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// key returns a string that identifies the device and its driver, because both affect the best
// launches.
func (d *clDevice) key() string {
	return strings.Join([]string{d.info.Platform, d.info.Name, d.info.Driver}, " / ")
}

// Tuned returns the stored launches of the device by kernel. It returns nil if there are no stored
// launches or the file cannot be read.
func (d *clDevice) Tuned() map[string]Launch {
	all, _, _ := readTuned()
	return all[d.key()]
}

// readTuned reads the file that contains the launches of all devices, and returns its path. The map
// is empty if the file cannot be read.
func readTuned() (all map[string]map[string]Launch, file string, err error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, "", err
	}
	file = filepath.Join(dir, "tourmaline", "launches.json")
	text, err := budget.ReadFile(file, budget.Small)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil || all == nil {
		all = map[string]map[string]Launch{}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return all, file, fmt.Errorf("%s: %w", file, err)
	}
	return all, file, nil
}

// Store stores the launches of the device and returns the file name. It replaces a file that cannot
// be read.
func (d *clDevice) Store(l map[string]Launch) (string, error) {
	all, file, err := readTuned()
	if file == "" {
		return "", err
	}
	all[d.key()] = l
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return file, err
	}
	return file, replace(file, append(text, '\n'))
}

// replace writes a temporary file and renames it, so that readers never see a partial file.
func replace(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(file), "launches-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(part.Name()) }() // has no effect after the rename
	_, err = part.Write(text)
	if err := errors.Join(err, part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), file)
}

// Tune opens the device, runs thread control on a generated instance with the given number of
// cities until it settles, and returns the launches by kernel.
func (d *clDevice) Tune(ctx context.Context, cities int) (map[string]Launch, error) {
	driven, err := cl.Open(d.info.Number)
	if err != nil {
		return nil, failure(err)
	}
	launches, err := tune(ctx, driven, cities)
	if err := errors.Join(err, driven.Close()); err != nil {
		return nil, failure(err)
	}
	chosen := map[string]Launch{}
	for kernel, l := range launches {
		chosen[kernel] = Launch(l)
	}
	return chosen, nil
}

func tune(ctx context.Context, driven *cl.Device, cities int) (map[string]cl.Launch, error) {
	in, err := tsp.Generate(tsp.Uniform, cities, 1)
	if err != nil {
		return nil, err
	}
	order, err := start.Curve(ctx, in)
	if err != nil {
		return nil, err
	}
	in = in.Pick(order)
	lists, err := near.Quadrant(ctx, in, 2, 10, 1)
	if err != nil {
		return nil, err
	}
	s, err := sweeps.NewSweep(ctx, driven, in, lists)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	driven.TuneThoroughly()
	return s.Tune(ctx, tsp.Identity(cities))
}
