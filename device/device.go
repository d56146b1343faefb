// Package device defines a device for the data-parallel work of a search: a graphics card or any
// other hardware that runs kernels. The package loads no driver. A program gets a device from a
// driver package, such as opencl, and passes it to tourmaline.Config.
//
// Searches use type assertions to find out what a device supports.
package device

import (
	"context"
	"errors"
)

// Err means that a requested device cannot be used or has failed.
var Err = errors.New("the device cannot be used")

// ErrNoKernels means that no device implements the requested work.
var ErrNoKernels = errors.New("no kernels")

// A Device is a device that can be opened.
type Device interface {
	Info() Info
	// Open prepares the device for work. Each search opens the device separately.
	Open(ctx context.Context) (Opened, error)
}

// Opened is an open device.
type Opened interface {
	// Close ends the work and releases all objects on the device. The device itself may stay open
	// for later searches of the process. Closing again does nothing.
	Close() error
}

// Info holds the properties of a device.
type Info struct {
	Engine    string `json:"engine"` // driver interface: "opencl"
	Number    int    `json:"number"` // index among the devices of this engine, from 0
	Platform  string `json:"platform"`
	Name      string `json:"name"`
	Vendor    string `json:"vendor"`
	Version   string `json:"version"`
	Driver    string `json:"driver"`
	Kind      string `json:"kind"`       // "cpu", "gpu", "accelerator" or "other"
	Units     int    `json:"units"`      // number of compute units: cores or multiprocessors
	MaxGroup  int    `json:"max_group"`  // maximum number of work-items in a group
	Memory    uint64 `json:"memory"`     // global memory in bytes
	MaxBuffer uint64 `json:"max_buffer"` // maximum size of a buffer in bytes
	Local     uint64 `json:"local"`      // local memory per group in bytes
	Double    bool   `json:"double"`     // whether the device supports double precision
	Rounded   bool   `json:"rounded"`    // whether float division and square root round correctly
}
