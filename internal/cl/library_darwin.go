//go:build !noopencl && !ios

package cl

var libraryNames = []string{"/System/Library/Frameworks/OpenCL.framework/OpenCL"}

const libraryAdvice = "OpenCL is part of macOS, but it is missing on this machine"
