package cl

import (
	"fmt"
	"strings"
)

// An Error is a failed OpenCL call with its context.
type Error struct {
	Call   string // the OpenCL function that failed, or would have
	Code   int32
	Device string
	Kernel string
	Detail string
}

// Error names the call and the code, then the kernel, the device and the rest.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%d)", e.Call, codeName(e.Code), e.Code)
	switch {
	case e.Kernel != "" && e.Device != "":
		fmt.Fprintf(&b, ": kernel %s on %s", e.Kernel, e.Device)
	case e.Kernel != "":
		fmt.Fprintf(&b, ": kernel %s", e.Kernel)
	case e.Device != "":
		fmt.Fprintf(&b, ": %s", e.Device)
	}
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	return b.String()
}
