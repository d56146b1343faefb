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

// Launches are how the kernels of a device are best launched, by their names.
type Launches = map[string]Launch

// key names the device together with its driver: either may change what is best.
func (d *Device) key() string {
	return strings.Join([]string{d.info.Platform, d.info.Name, d.info.Driver}, " / ")
}

// tunedFile is where the choices of all devices are kept.
func tunedFile() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "tourmaline", "launches.json"), nil
}

// Tuned are the choices that were stored for the device; none if there is no file or
// it cannot be read, since thread control can do without.
func (d *Device) Tuned() Launches {
	all, _, err := readTuned()
	if err != nil {
		return nil
	}
	return all[d.key()]
}

func readTuned() (all map[string]Launches, file string, err error) {
	if file, err = tunedFile(); err != nil {
		return nil, "", err
	}
	all = map[string]Launches{}
	text, err := budget.ReadFile(file, budget.Small)
	if errors.Is(err, fs.ErrNotExist) {
		return all, file, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, file, fmt.Errorf("%s: %w", file, err)
	}
	return all, file, nil
}

// Store keeps the choices for the device, and returns the file. A file that cannot be
// read is replaced.
func (d *Device) Store(l Launches) (string, error) {
	all, file, err := readTuned()
	if file == "" {
		return "", err
	}
	if all == nil {
		all = map[string]Launches{}
	}
	all[d.key()] = l
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return file, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return file, err
	}
	// Beside it first, so that nobody ever reads half a file.
	part, err := os.CreateTemp(filepath.Dir(file), "launches-*")
	if err != nil {
		return file, err
	}
	defer func() { _ = os.Remove(part.Name()) }() // gone already if all went well
	_, err = part.Write(append(text, '\n'))
	if err := errors.Join(err, part.Close()); err != nil {
		return file, err
	}
	return file, os.Rename(part.Name(), file)
}

// Tune opens the device, lets thread control settle on a generated instance of that many
// cities, and returns what it has chosen.
func (d *Device) Tune(ctx context.Context, cities int) (Launches, error) {
	driven, err := cl.Open(d.info.Number)
	if err != nil {
		return nil, failure(err)
	}
	launches, err := tune(ctx, driven, cities)
	if err := errors.Join(err, driven.Close()); err != nil {
		return nil, failure(err)
	}
	chosen := Launches{}
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
