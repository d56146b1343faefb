// Package cltest opens OpenCL devices for tests.
package cltest

import (
	"os"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// Device opens the first device and closes it after the test. Without a device, the test is skipped
// or, with REQUIRE_OPENCL=1, fails.
//
// A subtest that creates buffers needs a separate device: if a closed buffer has used some memory,
// Oclgrind 21.10 treats data written to it later as uninitialised.
func Device(t testing.TB) *cl.Device {
	t.Helper()
	d, err := cl.Open(0)
	if err != nil {
		if os.Getenv("REQUIRE_OPENCL") == "1" {
			t.Fatalf("REQUIRE_OPENCL=1: %v", err)
		}
		t.Skip(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("closing the device: %v", err)
		}
	})
	return d
}

// Simulated reports whether a device belongs to Oclgrind, which checks every memory access and is a
// thousand times slower than a real device. Tests then use smaller sizes.
func Simulated(d *cl.Device) bool { return d.Info().Platform == "Oclgrind" }

// Present reports whether there is a device. With REQUIRE_OPENCL=1, the test fails without a
// device.
func Present(t testing.TB) bool {
	t.Helper()
	devices, err := cl.Devices()
	if (err != nil || len(devices) == 0) && os.Getenv("REQUIRE_OPENCL") == "1" {
		t.Fatalf("REQUIRE_OPENCL=1: %v", err)
	}
	return err == nil && len(devices) > 0
}
