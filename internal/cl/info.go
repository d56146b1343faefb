package cl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Info holds the properties that a device reports.
type Info = device.Info

// engine is the engine name for the devices of this package.
const engine = "opencl"

// The property numbers from cl.h.
const (
	platformName = 0x0902

	deviceType              = 0x1000
	deviceMaxComputeUnits   = 0x1002
	deviceMaxWorkGroupSize  = 0x1004
	deviceMaxMemAllocSize   = 0x1010
	deviceSingleFPConfig    = 0x101B
	deviceGlobalMemSize     = 0x101F
	deviceLocalMemSize      = 0x1023
	deviceAvailable         = 0x1027
	deviceCompilerAvailable = 0x1028
	deviceNameString        = 0x102B
	deviceVendor            = 0x102C
	driverVersion           = 0x102D
	deviceVersion           = 0x102F
	deviceExtensions        = 0x1030

	deviceTypeAll         = 0xFFFFFFFF
	deviceTypeCPU         = 1 << 1
	deviceTypeGPU         = 1 << 2
	deviceTypeAccelerator = 1 << 3

	correctlyRoundedDivideSqrt = 1 << 7
)

// Devices lists the devices of all platforms in platform order, numbered from 0. It skips platforms
// that fail or have no device, and devices that are unavailable or cannot compile. It fails if a
// driver does not answer.
func Devices() ([]Info, error) {
	load := loaded
	return within(answerTime, "listing the devices", func() ([]Info, error) { return listDevices(load) })
}

func listDevices(load func() (*driver, error)) ([]Info, error) {
	d, err := load()
	if err != nil {
		return nil, err
	}
	found, err := d.find()
	if err != nil {
		return nil, err
	}
	return list.Map(found, func(p place) Info { return p.info }), nil
}

// A place is a device that was found but not opened.
type place struct {
	platform, device uintptr
	info             Info
}

func (d *driver) find() ([]place, error) {
	platforms, code := d.platforms()
	if code != success && code != platformNotFoundKHR {
		return nil, &Error{Call: "clGetPlatformIDs", Code: code}
	}
	var found []place
	for _, platform := range platforms {
		devices, _ := d.devices(platform)
		for _, device := range slices.DeleteFunc(devices, d.unusable) {
			info := d.info(platform, device)
			info.Number = len(found)
			found = append(found, place{platform, device, info})
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: the OpenCL library is installed, but no driver offers a device; %s", ErrNoDevice, libraryAdvice)
	}
	return found, nil
}

// ids returns the handles that ask lists. ask calls clGetPlatformIDs or clGetDeviceIDs.
func ids(ask func(most uintptr, list, count unsafe.Pointer) int32) ([]uintptr, int32) {
	var n uint32
	code := ask(0, nil, unsafe.Pointer(&n))
	if code != success || n == 0 {
		return nil, code
	}
	list := make([]uintptr, n)
	if code = ask(uintptr(n), unsafe.Pointer(&list[0]), nil); code != success {
		return nil, code
	}
	return list, success
}

func (d *driver) platforms() ([]uintptr, int32) {
	return ids(func(most uintptr, list, count unsafe.Pointer) int32 {
		return call(d.GetPlatformIDs, most, uintptr(list), uintptr(count))
	})
}

func (d *driver) devices(platform uintptr) ([]uintptr, int32) {
	return ids(func(most uintptr, list, count unsafe.Pointer) int32 {
		return call(d.GetDeviceIDs, platform, deviceTypeAll, most, uintptr(list), uintptr(count))
	})
}

// unusable reports whether a device is unavailable or cannot compile kernels.
func (d *driver) unusable(device uintptr) bool {
	return d.number(device, deviceAvailable) == 0 || d.number(device, deviceCompilerAvailable) == 0
}

func (d *driver) info(platform, device uintptr) Info {
	return Info{
		Engine:    engine,
		Platform:  d.text(d.GetPlatformInfo, platform, platformName),
		Name:      d.text(d.GetDeviceInfo, device, deviceNameString),
		Vendor:    d.text(d.GetDeviceInfo, device, deviceVendor),
		Version:   d.text(d.GetDeviceInfo, device, deviceVersion),
		Driver:    d.text(d.GetDeviceInfo, device, driverVersion),
		Kind:      kindOf(d.number(device, deviceType)),
		Units:     int(d.number(device, deviceMaxComputeUnits)),
		MaxGroup:  int(d.number(device, deviceMaxWorkGroupSize)),
		Memory:    d.number(device, deviceGlobalMemSize),
		MaxBuffer: d.number(device, deviceMaxMemAllocSize),
		Local:     d.number(device, deviceLocalMemSize),
		Double:    strings.Contains(d.text(d.GetDeviceInfo, device, deviceExtensions), "cl_khr_fp64"),
		Rounded:   d.number(device, deviceSingleFPConfig)&correctlyRoundedDivideSqrt != 0,
	}
}

func kindOf(kind uint64) string {
	switch {
	case kind&deviceTypeGPU != 0:
		return "gpu"
	case kind&deviceTypeCPU != 0:
		return "cpu"
	case kind&deviceTypeAccelerator != 0:
		return "accelerator"
	}
	return "other"
}

// number returns a property of at most eight bytes, or zero if the device does not report it. All
// supported machines are little-endian, so shorter values are also read correctly.
func (d *driver) number(device uintptr, what uintptr) uint64 {
	var value uint64
	if call(d.GetDeviceInfo, device, what, unsafe.Sizeof(value), uintptr(unsafe.Pointer(&value)), 0) != success {
		return 0
	}
	return value
}

// text returns a string property of a platform or device, or "" if it is not reported.
func (d *driver) text(function, object, what uintptr) string {
	text, _ := textOf(func(size uintptr, value, needed unsafe.Pointer) int32 {
		return call(function, object, what, size, uintptr(value), uintptr(needed))
	})
	return text
}

// textOf returns the text that ask reports up to the first zero byte, without surrounding blanks,
// and whether there is one. ask calls one of the clGet…Info functions.
func textOf(ask func(size uintptr, value, needed unsafe.Pointer) int32) (string, bool) {
	var size uintptr
	if ask(0, nil, unsafe.Pointer(&size)) != success || size == 0 {
		return "", false
	}
	text := make([]byte, size)
	if ask(size, unsafe.Pointer(&text[0]), nil) != success {
		return "", true
	}
	text, _, _ = bytes.Cut(text, []byte{0})
	return strings.TrimSpace(string(text)), true
}
