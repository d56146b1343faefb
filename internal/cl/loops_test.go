package cl_test

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// A device that ends long loops early is found out. Mesa's is one of those tested.
func TestLongLoops(t *testing.T) {
	d := cltest.Device(t)
	err := d.LongLoops(t.Context())
	if d.Info().Platform == "rusticl" {
		if err == nil || !strings.Contains(err.Error(), "ends loops") {
			t.Errorf("%v", err)
		}
	} else if err != nil {
		t.Error(err)
	}
	if d.Used() != 0 {
		t.Errorf("%d bytes are left behind", d.Used())
	}
}
