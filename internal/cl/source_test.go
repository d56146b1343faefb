package cl

import (
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"unsafe"
)

func TestAssemble(t *testing.T) {
	sources := fstest.MapFS{
		"main.cl":   {Data: []byte("// main\n#include \"own.cl\"\n#include \"own.cl\"\n  # include \"philox.cl\"  \r\nint last;\n")},
		"own.cl":    {Data: []byte("int own;")},
		"argmin.cl": {Data: []byte("int mine;\n")},
	}
	text, err := assemble(sources, "main.cl", false, []Define{{"N", 3}, {"F", float32(0.1)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"#pragma OPENCL FP_CONTRACT OFF\n#define N 3\n#define F (0x1.99999ap-04f)\n#line 1 \"main.cl\"\n// main\n",
		"#line 1 \"own.cl\"\nint own;\n#line 3 \"main.cl\"\n#line 4 \"main.cl\"\n#line 1 \"philox.cl\"\n",
		"#line 5 \"main.cl\"\nint last;\n",
		"uint4 philox(",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Count(text, "int own;") != 1 {
		t.Error("own.cl is there twice")
	}
	if strings.Contains(text, "HAVE_DOUBLE 1") {
		t.Error("fp64 without fp64")
	}
	if text, err = assemble(sources, "argmin.cl", true, nil); err != nil || !strings.Contains(text, "int mine;") || !strings.Contains(text, "HAVE_DOUBLE 1") {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestAssembleFaults(t *testing.T) {
	sources := fstest.MapFS{"main.cl": {Data: []byte("\n#include \"absent.cl\"\n")}}
	for _, test := range []struct {
		file    string
		defines []Define
		want    string
	}{
		{"other.cl", nil, "other.cl"},
		{"main.cl", nil, "main.cl:2: OpenCL source absent.cl"},
		{"main.cl", []Define{{"1N", 3}}, `constant "1N"`},
		{"main.cl", []Define{{"N M", 3}}, `constant "N M"`},
		{"main.cl", []Define{{"N", nil}}, "constant N"},
		{"main.cl", []Define{{"N", math.Inf(1)}}, "constant N: got +Inf"},
		{"main.cl", []Define{{"N", "a\nb"}}, "constant N"},
		{"main.cl", []Define{{"N", []int{1}}}, "constant N"},
	} {
		_, err := assemble(sources, test.file, false, test.defines)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %v: %v, want %s", test.file, test.defines, err, test.want)
		}
	}
	if _, err := assemble(nil, "absent.cl", false, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestDefineLiterals(t *testing.T) {
	for _, test := range []struct {
		value any
		want  string
	}{
		{7, "7"}, {int8(-7), "(-7)"}, {uint32(7), "7u"}, {true, "1"}, {false, "0"}, {"a + b", "a + b"},
		{float32(1), "(0x1p+00f)"}, {-0.5, "(-0x1p-01)"}, {int64(math.MinInt64), "(-9223372036854775807L - 1)"},
	} {
		if got, err := (Define{"N", test.value}).literal(); got != test.want || err != nil {
			t.Errorf("%v: %q, %v, want %q", test.value, got, err, test.want)
		}
	}
}

func TestElementOf(t *testing.T) {
	for _, test := range []struct {
		kind, want string
		vector     bool
	}{
		{"int*", "int", false}, {"uint4*", "uint", true}, {"const unsigned int *", "uint", false},
		{"unsigned char*", "uchar", false}, {"float", "float", false}, {"double2", "double", true},
		{"struct tour*", "struct tour", false}, {"key64*", "key64", false},
	} {
		if got, vector := elementOf(test.kind); got != test.want || vector != test.vector {
			t.Errorf("%q: %q %v, want %q %v", test.kind, got, vector, test.want, test.vector)
		}
	}
}

func TestMissingSymbolsAreNamed(t *testing.T) {
	_, err := newDriver(func(name string) uintptr {
		if name == "clFinish" || name == "clCreateBuffer" {
			return 0
		}
		return 1
	})
	if !errors.Is(err, ErrNoRuntime) || !strings.Contains(err.Error(), "clFinish, clCreateBuffer") {
		t.Error(err)
	}
}

// SetArg sets argument i under the same rules as Bind. It leaves the other arguments unchanged.
func (k *Kernel) SetArg(i int, v any) error {
	if err := k.lock(); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	return k.set(i, v)
}

// SetScalar sets argument i like Set, which finds it by name.
func SetScalar[T Scalar](k *Kernel, i int, v T) error {
	if err := k.lock(); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	var bits uint64
	*(*T)(unsafe.Pointer(&bits)) = v
	return k.setScalar(i, elementName[T](), bits)
}
