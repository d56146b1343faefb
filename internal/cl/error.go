package cl

import (
	"fmt"
	"strings"
)

// An Error describes a failed OpenCL call and its context.
type Error struct {
	Call   string // OpenCL function that failed or would have failed
	Code   int32
	Device string
	Kernel string
	Detail string
}

// Error returns a message with the call and the code, followed by the kernel, the device and the
// detail.
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
