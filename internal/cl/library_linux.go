//go:build !noopencl && !android && (amd64 || arm64)

package cl

var libraryNames = []string{"libOpenCL.so.1", "libOpenCL.so"}

const libraryAdvice = "install the graphics card driver (NVIDIA, AMD, Intel) or, to compute on the processor, PoCL (Debian: apt install pocl-opencl-icd)"
