// Package device says what a device is that does the data-parallel work of a search: a
// graphics card, or anything else that runs kernels. It loads no driver. A program that
// wants a device gets one from a package that has a driver, such as opencl, and hands
// it to tourmaline.Config as a value.
//
// What a device can do is found by type assertion. Before it is opened it is asked
// whether some work fits it: sweep.Device, aco.Device, ga.Device, local.KernelDevice. What
// was opened is asked for the engine: sweep.Opener, aco.Opener, ga.Opener,
// local.KernelOpener.
package device

import (
	"context"
	"errors"
)

// Err says that a device was asked for and cannot be used, or that it has failed.
var Err = errors.New("the device cannot be used")

// ErrNoKernels says that the work that was asked for is not written for any device.
var ErrNoKernels = errors.New("no kernels")

// A Device is one that can be opened.
type Device interface {
	Info() Info
	// Open makes the device ready for work. It is opened as often as there are searches.
	Open(ctx context.Context) (Opened, error)
}

// Opened is a device at work.
type Opened interface {
	// Close gives the device back, and everything on it. Closing again does nothing.
	Close() error
}

// Info is what a device says about itself.
type Info struct {
	Engine    string `json:"engine"` // what drives it: "opencl"
	Number    int    `json:"number"` // among the devices of this engine, from 0
	Platform  string `json:"platform"`
	Name      string `json:"name"`
	Vendor    string `json:"vendor"`
	Version   string `json:"version"`
	Driver    string `json:"driver"`
	Kind      string `json:"kind"`       // "cpu", "gpu", "accelerator", "other"
	Units     int    `json:"units"`      // compute units: cores, multiprocessors
	MaxGroup  int    `json:"max_group"`  // work-items in a group, at most
	Memory    uint64 `json:"memory"`     // bytes of global memory
	MaxBuffer uint64 `json:"max_buffer"` // bytes of one buffer, at most
	Local     uint64 `json:"local"`      // bytes of local memory for each group
	Double    bool   `json:"double"`     // has double precision
	Rounded   bool   `json:"rounded"`    // can divide and take square roots of floats correctly rounded
}
