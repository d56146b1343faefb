package cl

import (
	"strings"
	"unsafe"
)

const (
	kernelArgAddress  = 0x1196
	kernelArgTypeName = 0x1198
	kernelArgName     = 0x119A
)

// A space is the address space of a parameter, numbered as in cl.h.
type space uint32

const (
	spaceUnknown  space = 0
	spaceGlobal   space = 0x119B
	spaceLocal    space = 0x119C
	spaceConstant space = 0x119D
	spacePrivate  space = 0x119E
)

// A parameter describes the argument that the kernel source expects, as far as the driver reports
// it.
type parameter struct {
	name    string
	kind    string // type as written in the source, for messages
	element string // type without *, vector length and qualifiers
	vector  bool
	space   space
}

// parameter queries parameter i.
func (k *Kernel) parameter(i int) parameter {
	ask := k.device.driver.GetKernelArgInfo
	var where space
	if call(ask, k.handle, uintptr(i), kernelArgAddress, unsafe.Sizeof(where), uintptr(unsafe.Pointer(&where)), 0) != success {
		return parameter{}
	}
	p := parameter{space: where, name: k.argText(i, kernelArgName), kind: k.argText(i, kernelArgTypeName)}
	p.element, p.vector = elementOf(p.kind)
	return p
}

func (k *Kernel) argText(i int, what uintptr) string {
	text, _ := textOf(func(size uintptr, value, needed unsafe.Pointer) int32 {
		return call(k.device.driver.GetKernelArgInfo, k.handle, uintptr(i), what,
			size, uintptr(value), uintptr(needed))
	})
	return text
}

// elementOf reduces a type to its scalar type: it returns "uint" for "uint4*", "const unsigned int
// *" and similar types. It returns unknown types unchanged. For these, only buffers, scalars and
// local memory are distinguished.
func elementOf(kind string) (element string, vector bool) {
	var words []string
	for word := range strings.FieldsSeq(strings.ReplaceAll(kind, "*", " ")) {
		switch word {
		case "const", "volatile", "restrict", "__global", "__constant", "__local", "global", "constant", "local":
		default:
			words = append(words, word)
		}
	}
	name := strings.Join(words, " ")
	if short, ok := longNames[name]; ok {
		return short, false
	}
	scalar := strings.TrimRight(name, "0123456789")
	if scalar != name && sizes[scalar] != 0 {
		return scalar, true
	}
	return name, false
}

var longNames = map[string]string{
	"signed char": "char", "unsigned char": "uchar", "unsigned short": "ushort",
	"unsigned int": "uint", "unsigned": "uint", "unsigned long": "ulong",
}

// sizes holds the sizes in bytes of the OpenCL C scalars that Go also has.
var sizes = map[string]int{
	"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4,
	"long": 8, "ulong": 8, "float": 4, "double": 8,
}
