// Package device defines a device for the data-parallel work of a search: a graphics card, or
// anything else that runs kernels. It loads no driver. A program gets a device from a package
// with a driver, such as opencl, and passes it to tourmaline.Config.
//
// Searches find by type assertion what a device can do.
package device

import (
	"context"
	"errors"
)

// Err reports that a requested device cannot be used or has failed.
var Err = errors.New("the device cannot be used")

// ErrNoKernels reports that no device implements the requested work.
var ErrNoKernels = errors.New("no kernels")

// A Device can be opened.
type Device interface {
	Info() Info
	// Open makes the device ready for work. Each search opens it.
	Open(ctx context.Context) (Opened, error)
}

// Opened is an open device.
type Opened interface {
	// Close releases the device and everything on it. Closing again does nothing.
	Close() error
}

// Info has the properties of a device.
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
