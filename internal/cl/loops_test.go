package cl_test

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// LongLoops detects a device that ends long loops early, such as Mesa's rusticl.
func TestLongLoops(t *testing.T) {
	d := cltest.Device(t)
	err := d.LongLoops(t.Context())
	if d.Info().Platform == "rusticl" {
		if err == nil || !strings.Contains(err.Error(), "cuts loops off") {
			t.Errorf("%v", err)
		}
	} else if err != nil {
		t.Error(err)
	}
	if d.Used() != 0 {
		t.Errorf("%d bytes are left behind", d.Used())
	}
}
