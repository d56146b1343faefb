package opencl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

func mismatch(check string) error {
	return &cl.Mismatch{Check: check, Device: "card", Wrong: 3, Of: 4096, First: 17, Got: 1, Want: 2}
}

// Only a device that fails in nothing but the rounding of quotients and roots will
// do, and not where it must be exact.
func TestTrust(t *testing.T) {
	build := fmt.Errorf("self-test: %w", errors.Join(&cl.Error{Call: "clBuildProgram", Code: -11, Device: "card"}, nil))
	for name, test := range map[string]struct {
		verdict  error
		rounding bool
		words    []string
	}{
		"good":                     {nil, false, nil},
		"divide":                   {errors.Join(mismatch("divide")), true, []string{"self-test divide on card"}},
		"divide and sqrt":          {errors.Join(mismatch("divide"), mismatch("sqrt")), true, []string{"divide", "sqrt"}},
		"log2":                     {errors.Join(mismatch("log2")), false, []string{"self-test log2 on card: 3 of 4096 words"}},
		"divide, sqrt and scan":    {errors.Join(mismatch("divide"), mismatch("sqrt"), mismatch("scan")), false, []string{"scan"}},
		"divide, and a lost queue": {errors.Join(mismatch("divide"), &cl.Error{Call: "clFinish", Code: -36}), false, []string{"clFinish"}},
		"cannot be built":          {build, false, []string{"clBuildProgram", "CL_BUILD_PROGRAM_FAILURE"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := onlyRounding(test.verdict); got != test.rounding {
				t.Errorf("only rounding: %v, want %v", got, test.rounding)
			}
			// No device at all has an Info too, and so gets the verdict.
			var none *cl.Device
			forget(t, none.Info())
			tested.Store(none.Info(), verdict{test.verdict})
			cancelled, cancel := context.WithCancel(t.Context())
			cancel()
			for _, exact := range []bool{false, true} {
				d := &clDevice{device.Info{Number: 3, Name: "card"}, Options{Exact: exact}}
				if err := d.trust(cancelled, none); !errors.Is(err, context.Canceled) {
					t.Errorf("cancelled, exact %v: %v", exact, err)
				}
				err := d.trust(t.Context(), none)
				if test.verdict == nil || test.rounding && !exact {
					if err != nil {
						t.Errorf("exact %v: %v", exact, err)
					}
					continue
				}
				if !errors.Is(err, test.verdict) {
					t.Errorf("exact %v: %v", exact, err)
					continue
				}
				for _, w := range append(test.words, "device 3, card, fails its self-test", "or the CPU") {
					if !strings.Contains(err.Error(), w) {
						t.Errorf("exact %v: %v\ndoes not mention %q", exact, err, w)
					}
				}
			}
		})
	}
}

// forget lets this test have a verdict of its own on a device.
func forget(t *testing.T, i cl.Info) {
	before, known := tested.LoadAndDelete(i)
	t.Cleanup(func() {
		if tested.Delete(i); known {
			tested.Store(i, before)
		}
	})
}

// A verdict is for good. That a test could not be made is no verdict.
func TestSelfTestOnceAProcess(t *testing.T) {
	var none *cl.Device
	forget(t, none.Info())
	if err := selfTest(t.Context(), none); !errors.Is(err, cl.ErrClosed) {
		t.Errorf("no device: %v", err)
	}
	if _, ok := tested.Load(none.Info()); ok {
		t.Error("no device has a verdict")
	}

	driven := cltest.Device(t)
	forget(t, driven.Info())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := selfTest(ctx, driven); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, ok := tested.Load(driven.Info()); ok {
		t.Error("a test that was cancelled is a verdict")
	}
	if err := selfTest(t.Context(), driven); err != nil {
		t.Fatal(err)
	}
	// Closed, it could not be tested again.
	if err := driven.Close(); err != nil {
		t.Fatal(err)
	}
	if err := selfTest(t.Context(), driven); err != nil {
		t.Errorf("the verdict is not remembered: %v", err)
	}
}
