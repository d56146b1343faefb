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

// A device that only rounds quotients and roots differently is accepted unless it must be exact.
// Any other failure rejects the device.
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
			// A nil device also has an Info, so it can have a verdict.
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

// forget removes the verdict on a device until the test ends.
func forget(t *testing.T, i cl.Info) {
	before, known := tested.LoadAndDelete(i)
	t.Cleanup(func() {
		if tested.Delete(i); known {
			tested.Store(i, before)
		}
	})
}

// A verdict is permanent. A self-test that could not run gives no verdict.
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
	// A closed device cannot be tested again.
	if err := driven.Close(); err != nil {
		t.Fatal(err)
	}
	if err := selfTest(t.Context(), driven); err != nil {
		t.Errorf("the verdict is not remembered: %v", err)
	}
}
