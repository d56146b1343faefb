package cl_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

const addKernel = `// add: one more everywhere
__kernel void add(__global uint *x, const uint by, const uint n) {
    uint i = get_global_id(0);
    if (i >= n) return;
    x[i] += by + i;
}
`

const busyKernel = `__kernel void busy(__global uint *x, const uint rounds, const uint n) {
    uint i = get_global_id(0);
    if (i >= n) return;
    uint v = i;
    for (uint r = 0; r < rounds; r++) v = v * 1664525u + (v >> 7) + r;
    x[i] = v;
}
`

const localKernel = `__kernel void turn(__global const int2 *in, __global int *out, __local int *work, const int n) {
    int i = get_global_id(0), l = get_local_id(0), g = get_local_size(0);
    work[l] = i < n ? in[i].x + in[i].y : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = work[l] + 0 * work[g - 1 - l];
}
`

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func build(t testing.TB, d *cl.Device, kernel, source string) *cl.Kernel {
	t.Helper()
	p, err := d.Build(fstest.MapFS{kernel + ".cl": {Data: []byte(source)}}, kernel+".cl")
	must(t, err)
	k, err := p.Kernel(kernel)
	must(t, err)
	return k
}

func buffer[T cl.Scalar](t testing.TB, d *cl.Device, name string, n int) *cl.Buffer[T] {
	t.Helper()
	b, err := cl.NewBuffer[T](d, name, n)
	must(t, err)
	return b
}

// wantError checks that an error is a *cl.Error with the given code and contains all words.
func wantError(t *testing.T, err error, code int32, words ...string) {
	t.Helper()
	e := (*cl.Error)(nil)
	if !errors.As(err, &e) || e.Code != code {
		t.Errorf("%v, want code %d", err, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%v\ndoes not mention %q", err, w)
		}
	}
}

func TestDevices(t *testing.T) {
	d := cltest.Device(t)
	infos, err := cl.Devices()
	must(t, err)
	if infos[0] != d.Info() {
		t.Errorf("%+v is not %+v", infos[0], d.Info())
	}
	i := d.Info()
	if i.Number != 0 || i.Name == "" || i.Units < 1 || i.MaxGroup < 1 || i.Memory == 0 || i.MaxBuffer == 0 || i.Local == 0 {
		t.Errorf("%+v", i)
	}
	text, err := json.Marshal(i)
	must(t, err)
	if !strings.Contains(string(text), `"max_group":`) {
		t.Errorf("%s", text)
	}
	for _, number := range []int{-1, len(infos)} {
		if _, err := cl.Open(number); !errors.Is(err, cl.ErrNoDevice) {
			t.Errorf("device %d: %v", number, err)
		}
	}
}

func TestRunSizes(t *testing.T) {
	d := cltest.Device(t)
	k := build(t, d, "add", addKernel)
	for _, group := range []int{1, 32, min(64, k.MaxGroup())} {
		for _, n := range []int{0, 1, group - 1, group, group + 1, 5*group + 3} {
			for _, fixed := range []cl.Launch{{}, {Group: group}, {Group: group, Wave: 2 * group}, {Wave: 64}} {
				must(t, k.Fix(fixed))
				checkAdd(t, d, k, n, 3)
			}
		}
	}
}

// checkAdd runs add over n items and checks the n elements and the 100 elements after them.
func checkAdd(t *testing.T, d *cl.Device, k *cl.Kernel, n, runs int) {
	t.Helper()
	x := buffer[uint32](t, d, "x", n+100)
	must(t, x.Fill(7))
	must(t, k.Bind(x, uint32(2), uint32(n)))
	for range runs {
		must(t, k.Run(t.Context(), n))
	}
	got := make([]uint32, x.Len())
	must(t, x.Read(got))
	for i, v := range got {
		want := uint32(7)
		if i < n {
			want += uint32(runs) * (2 + uint32(i))
		}
		if v != want {
			l, _ := k.Launch()
			t.Fatalf("%d items, launch %+v: x[%d] = %d, want %d", n, l, i, v, want)
		}
	}
	must(t, x.Close())
}

func TestTuningDoesRealWork(t *testing.T) {
	d := cltest.Device(t)
	n, runs := 100003, 200
	if cltest.Simulated(d) {
		n = 503
	}
	k := build(t, d, "add", addKernel)
	if l, settled := k.Launch(); settled || l != (cl.Launch{}) {
		t.Errorf("before the first run: %+v %v", l, settled)
	}
	checkAdd(t, d, k, n, runs)
	l, settled := k.Launch()
	if !settled || l.Group < 1 || l.Wave%l.Group != 0 {
		t.Errorf("after %d runs: %+v %v", runs, l, settled)
	}
	t.Logf("%+v", l)
}

func TestRunGroups(t *testing.T) {
	d := cltest.Device(t)
	k := build(t, d, "add", addKernel)
	x := buffer[uint32](t, d, "x", 96)
	must(t, x.Fill(0))
	must(t, k.Bind(x, uint32(0), uint32(96)))
	must(t, k.RunGroups(t.Context(), 5, 16))
	must(t, k.RunGroups(t.Context(), 0, 16))
	got := make([]uint32, 96)
	must(t, x.Read(got))
	if got[79] != 79 || got[80] != 0 {
		t.Error(got)
	}
	wantError(t, k.RunGroups(t.Context(), -1, 16), -63)
	wantError(t, k.RunGroups(t.Context(), 1, 0), -54)
	wantError(t, k.RunGroups(t.Context(), 1, k.MaxGroup()+1), -54, "kernel add on "+d.Info().Name, "the kernel allows")
}

func TestLocalMemory(t *testing.T) {
	d := cltest.Device(t)
	k := build(t, d, "turn", localKernel)
	n := 203
	in, out := buffer[int32](t, d, "in", 2*n), buffer[int32](t, d, "out", n)
	host := make([]int32, 2*n)
	for i := range host {
		host[i] = int32(i * i)
	}
	must(t, in.Write(host))
	must(t, k.Bind(in, out, cl.Local{PerItem: 4}, int32(n)))
	for range 30 {
		must(t, k.Run(t.Context(), n))
	}
	got := make([]int32, n)
	must(t, out.Read(got))
	for i, v := range got {
		if want := host[2*i] + host[2*i+1]; v != want {
			t.Fatalf("%d: %d, want %d", i, v, want)
		}
	}
	// A group of 32 fits, but a group of 64 does not.
	must(t, k.SetArg(2, cl.Local{PerItem: int(d.Info().Local) / 40}))
	must(t, k.Run(t.Context(), n))
	if k.MaxGroup() >= 64 {
		wantError(t, k.Fix(cl.Launch{Group: 64}), -5, "local memory")
	}
	must(t, k.SetArg(2, cl.Local{PerItem: 4, Fixed: int(d.Info().Local)}))
	wantError(t, k.Run(t.Context(), n), -5, "local memory")
}

func TestWrongArguments(t *testing.T) {
	d := cltest.Device(t)
	k := build(t, d, "turn", localKernel)
	in, out := buffer[int32](t, d, "in", 2), buffer[int32](t, d, "out", 1)
	local := cl.Local{PerItem: 4}
	reals := buffer[float32](t, d, "reals", 2)
	closed := buffer[int32](t, d, "closed", 2)
	must(t, closed.Close())
	var none *cl.Buffer[int32]
	wantError(t, k.Run(t.Context(), 1), -52, "argument 0", "got nothing")
	for _, test := range []struct {
		args  []any
		code  int32
		words []string
	}{
		{nil, -52, []string{"got 0 arguments, but the kernel has 4"}},
		{[]any{in, out, local}, -52, []string{"3 arguments"}},
		{[]any{in, out, local, int32(1), int32(1)}, -52, []string{"5 arguments"}},
		{[]any{reals, out, local, int32(1)}, -50, []string{"kernel turn", "argument 0 (in)", "int2*", "buffer reals of float"}},
		{[]any{closed, out, local, int32(1)}, -50, []string{"argument 0", "closed"}},
		{[]any{none, out, local, int32(1)}, -50, []string{"argument 0", "closed"}},
		{[]any{nil, out, local, int32(1)}, -50, []string{"argument 0", "nil"}},
		{[]any{int32(1), out, local, int32(1)}, -50, []string{"argument 0", "__global"}},
		{[]any{in, local, local, int32(1)}, -50, []string{"argument 1 (out)", "local memory"}},
		{[]any{in, out, in, int32(1)}, -50, []string{"argument 2 (work)", "__local"}},
		{[]any{in, out, cl.Local{PerItem: -4}, int32(1)}, -50, []string{"argument 2"}},
		{[]any{in, out, cl.Local{}, int32(1)}, -50, []string{"argument 2"}},
		{[]any{in, out, local, uint32(1)}, -50, []string{"argument 3 (n)", "a scalar int", "uint"}},
		{[]any{in, out, local, int64(1)}, -50, []string{"argument 3", "long"}},
		{[]any{in, out, local, 1}, -50, []string{"argument 3", "got int"}},
		{[]any{in, out, local, "1"}, -50, []string{"argument 3", "got string"}},
		{[]any{in, out, local, in}, -50, []string{"argument 3", "buffer in"}},
	} {
		wantError(t, k.Bind(test.args...), test.code, test.words...)
	}
	must(t, k.Bind(in, cl.Arg("to", out), local, cl.Arg("count", int32(1))))
	must(t, cl.Set(k, "count", int32(0)))
	must(t, cl.SetBuffer(k, "to", out))
	wantError(t, cl.Set(k, "count", float32(0)), -50, "argument 3")
	wantError(t, cl.Set(k, "counts", int32(0)), -49, "argument -1")
	wantError(t, cl.SetBuffer(k, "count", out), -50, "argument 3")
	must(t, k.SetArg(3, int32(0)))
	must(t, cl.SetScalar(k, 3, int32(0)))
	wantError(t, cl.SetScalar(k, 3, float32(0)), -50, "argument 3")
	wantError(t, cl.SetScalar(k, 4, int32(0)), -49, "argument 4")
	wantError(t, k.SetArg(-1, in), -49, "argument -1")
	wantError(t, k.SetArg(4, local), -49, "argument 4")
	wantError(t, k.Run(t.Context(), -1), -63)
	must(t, out.Close())
	wantError(t, k.Run(t.Context(), 1), -52, "argument 1", "closed buffer out")
}

func TestBuffersOfAnotherDevice(t *testing.T) {
	one, other := cltest.Device(t), cltest.Device(t)
	k := build(t, one, "add", addKernel)
	x := buffer[uint32](t, other, "x", 5)
	wantError(t, k.Bind(x, uint32(1), uint32(5)), -50, "argument 0", "a different device")
}

func TestTransfers(t *testing.T) {
	d := cltest.Device(t)
	x := buffer[uint8](t, d, "x", 10)
	must(t, x.Write([]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}))
	must(t, x.WriteAt(8, []uint8{80, 90}))
	must(t, x.WriteAt(10, nil))
	got := make([]uint8, 4)
	must(t, x.ReadAt(6, got))
	if !slices.Equal(got, []uint8{6, 7, 80, 90}) {
		t.Error(got)
	}
	wantError(t, x.Write(make([]uint8, 11)), -30, "buffer x", "cannot access 11 elements from index 0: the buffer has 10")
	wantError(t, x.ReadAt(7, got), -30)
	wantError(t, x.ReadAt(-1, got), -30)
	wantError(t, x.ReadAt(11, nil), -30)
	for _, n := range []int{0, 9, 11} { // the copy must not change x
		source := buffer[uint8](t, d, "source", n)
		wantError(t, x.CopyFrom(source), -30, "buffer x has 10 elements")
		must(t, source.Close())
	}
	must(t, x.ReadAt(6, got))
	if !slices.Equal(got, []uint8{6, 7, 80, 90}) {
		t.Error(got)
	}

	y := buffer[float64](t, d, "y", 3)
	must(t, y.Fill(0.1))
	reals := make([]float64, 3)
	must(t, y.Read(reals))
	if !slices.Equal(reals, []float64{0.1, 0.1, 0.1}) {
		t.Error(reals)
	}
	empty := buffer[int64](t, d, "empty", 0)
	must(t, empty.Fill(3))
	must(t, empty.Read(nil))
	if used := d.Used(); empty.Len() != 0 || used != 10+24+8 {
		t.Errorf("%d elements, %d bytes used", empty.Len(), used)
	}
	must(t, x.Close())
	must(t, x.Close())
	if used := d.Used(); used != 24+8 {
		t.Errorf("%d bytes used", used)
	}
}

func TestTooMuchMemory(t *testing.T) {
	d := cltest.Device(t)
	i := d.Info()
	_, err := cl.NewBuffer[int32](d, "trail", int(i.MaxBuffer/4)+1)
	wantError(t, err, -61, "buffer trail", i.Name, "bytes requested, 0 in use")
	_, err = cl.NewBuffer[int64](d, "trail", math.MaxInt/2+1)
	wantError(t, err, -61, "buffer trail")
	_, err = cl.NewBuffer[int64](d, "trail", -1)
	wantError(t, err, -61, "buffer trail")
	if d.Used() != 0 {
		t.Error(d.Used())
	}
	// The devices tested here do not allocate memory until it is used.
	for used := uint64(0); used <= i.Memory; used += i.MaxBuffer {
		if _, err = cl.NewBuffer[uint8](d, "part", int(i.MaxBuffer)); err != nil {
			break
		}
	}
	wantError(t, err, -4, "buffer part", "in use; the device has")
}

func TestGroupTooLarge(t *testing.T) {
	d := cltest.Device(t)
	k := build(t, d, "add", addKernel)
	wantError(t, k.Fix(cl.Launch{Group: k.MaxGroup() + 1}), -54, "kernel add on "+d.Info().Name, "the kernel allows")
	wantError(t, k.Fix(cl.Launch{Group: 32, Wave: 100}), -54)
	wantError(t, k.Fix(cl.Launch{Group: -32}), -54)
	checkAdd(t, d, k, 100, 2) // the device is still usable
}

func TestRequiredGroup(t *testing.T) {
	d := cltest.Device(t)
	k := build(t, d, "add", strings.Replace(addKernel, "__kernel", "__kernel __attribute__((reqd_work_group_size(16, 1, 1)))", 1))
	checkAdd(t, d, k, 100, 4)
	wantError(t, k.Fix(cl.Launch{Group: 32}), -54, "requires 16")
}

func TestBuildErrors(t *testing.T) {
	d := cltest.Device(t)
	sources := fstest.MapFS{
		"bad.cl":   {Data: []byte("#include \"scan.cl\"\n// two\n__kernel void bad(__global int *x) { x[0] = undeclared_thing; }\n")},
		"outer.cl": {Data: []byte("\n#include \"bad.cl\"\n")},
	}
	place := "bad.cl:3"
	if cltest.Simulated(d) {
		place = "input.cl:" // Oclgrind's compiler ignores #line
	}
	for _, file := range []string{"bad.cl", "outer.cl"} {
		_, err := d.Build(sources, file)
		wantError(t, err, -11, d.Info().Name, file, "undeclared_thing", place)
	}
	p, err := d.Build(fstest.MapFS{"good.cl": {Data: []byte(addKernel)}}, "good.cl", cl.Define{Name: "N", Value: 3})
	must(t, err)
	_, err = p.Kernel("absent")
	wantError(t, err, -46, "kernel absent", "good.cl")
}

func TestDefinesReachTheKernel(t *testing.T) {
	d := cltest.Device(t)
	const source = `__kernel void defined(__global float *x) { x[0] = A; x[1] = B; x[2] = C; x[3] = D; }`
	p, err := d.Build(fstest.MapFS{"defined.cl": {Data: []byte(source)}}, "defined.cl",
		cl.Define{Name: "A", Value: -3}, cl.Define{Name: "B", Value: float32(0.1)},
		cl.Define{Name: "C", Value: true}, cl.Define{Name: "D", Value: "A * 2"})
	must(t, err)
	k, err := p.Kernel("defined")
	must(t, err)
	x := buffer[float32](t, d, "x", 4)
	must(t, k.Bind(x))
	must(t, k.RunGroups(t.Context(), 1, 1))
	got := make([]float32, 4)
	must(t, x.Read(got))
	if !slices.Equal(got, []float32{-3, 0.1, 1, -6}) {
		t.Error(got)
	}
}

func TestCancel(t *testing.T) {
	d := cltest.Device(t)
	n, rounds, allowed := 1<<20, uint32(20000), 150*time.Millisecond
	if cltest.Simulated(d) {
		n, rounds, allowed = 1<<14, 20, time.Second
	}
	k := build(t, d, "busy", busyKernel)
	x := buffer[uint32](t, d, "x", n)
	// Drivers compile at the first launch with a group size. The benchmark excludes that time.
	must(t, k.Bind(x, uint32(1), uint32(n)))
	for range 5 {
		must(t, k.Run(t.Context(), min(n, 1<<16)))
	}
	must(t, d.Finish())
	must(t, k.SetArg(1, rounds))
	for _, l := range []cl.Launch{{}, {Group: 32}, {Group: 32, Wave: 64}} {
		must(t, k.Fix(l))
		late := testkit.Quickest(allowed, func() time.Duration {
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
			defer cancel()
			deadline, _ := ctx.Deadline()
			err := k.Run(ctx, n)
			must(t, d.Finish())
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%+v: %v", l, err)
			}
			return time.Since(deadline)
		})
		if late > allowed {
			t.Errorf("%+v: cancelling took %v", l, late)
		}
		chosen, _ := k.Launch()
		t.Logf("%+v: %v late, launch %+v", l, late, chosen)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.RunGroups(ctx, 1, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSelfTest(t *testing.T) {
	d := cltest.Device(t)
	if err := d.SelfTest(t.Context()); err != nil {
		t.Error(err)
	}
	if d.Used() != 0 {
		t.Errorf("%d bytes left", d.Used())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.SelfTest(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestClosed(t *testing.T) {
	d := cltest.Device(t)
	k := build(t, d, "add", addKernel)
	p, err := d.Build(fstest.MapFS{"add.cl": {Data: []byte(addKernel)}}, "add.cl")
	must(t, err)
	orphan, err := p.Kernel("add")
	must(t, err)
	x := buffer[uint32](t, d, "x", 5)
	must(t, x.Fill(0))
	must(t, k.Bind(x, uint32(1), uint32(5)))
	must(t, p.Close())
	must(t, p.Close())
	closed := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, cl.ErrClosed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	closed("kernel of a closed program", orphan.Run(t.Context(), 1))
	_, err = p.Kernel("add")
	closed("closed program", err)
	must(t, k.Run(t.Context(), 5))
	must(t, d.Close())
	must(t, d.Close())
	for _, d := range []*cl.Device{d, nil} {
		_, err = cl.NewBuffer[int32](d, "y", 5)
		closed("new buffer", err)
		_, err = d.Build(fstest.MapFS{}, "add.cl")
		closed("build", err)
		closed("finish", d.Finish())
		closed("self-test", d.SelfTest(t.Context()))
		must(t, d.Close())
		d.Info()
		if d.Used() != 0 {
			t.Error(d.Used())
		}
	}
	closed("run", k.Run(t.Context(), 5))
	closed("run groups", k.RunGroups(t.Context(), 1, 1))
	closed("bind", k.Bind())
	closed("set", k.SetArg(0, x))
	closed("fix", k.Fix(cl.Launch{}))
	closed("write", x.Write(nil))
	closed("fill", x.Fill(1))
	must(t, x.Close())
	k.Launch()
	var none *cl.Buffer[int32]
	closed("no buffer", none.Read(nil))
	must(t, none.Close())
	var noKernel *cl.Kernel
	closed("no kernel", noKernel.Run(t.Context(), 1))
	noKernel.Launch()
	if noKernel.MaxGroup() != 0 || new(cl.Kernel).MaxGroup() != 0 {
		t.Error("no kernel has groups")
	}
	var noProgram *cl.Program
	must(t, noProgram.Close())
	_, err = noProgram.Kernel("add")
	closed("no program", err)
	closed("zero buffer", new(cl.Buffer[int32]).Fill(1))
	closed("zero device", new(cl.Device).Finish())
	closed("zero kernel", new(cl.Kernel).Run(t.Context(), 1))
	_, err = new(cl.Program).Kernel("add")
	closed("zero program", err)
}

func TestNothingLeaks(t *testing.T) {
	d := cltest.Device(t)
	rounds := 50 // Live counts every handle
	if cltest.Simulated(d) {
		rounds = 20
	}
	must(t, d.Close())
	before := cl.Live()
	for i := range rounds {
		d, err := cl.Open(0)
		must(t, err)
		k := build(t, d, "add", addKernel)
		x := buffer[uint32](t, d, "x", 100)
		must(t, x.Fill(0))
		must(t, k.Bind(x, uint32(1), uint32(100)))
		must(t, k.Run(t.Context(), 100))
		if i%25 == 0 { // failed builds are not cached, so they take long
			_, err = d.Build(fstest.MapFS{"bad.cl": {Data: []byte("x")}}, "bad.cl")
			wantError(t, err, -11)
		}
		must(t, d.Close())
	}
	if live := cl.Live(); live != before || live != 0 {
		t.Errorf("%d handles before, %d after", before, live)
	}
}

func TestDevicesInParallel(t *testing.T) {
	if d := cltest.Device(t); cltest.Simulated(d) {
		t.Skip("Oclgrind takes one queue at a time")
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			d, err := cl.Open(0)
			if err != nil {
				t.Error(err)
				return
			}
			defer d.Close()
			if err := d.SelfTest(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}
