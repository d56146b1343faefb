//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

// BareLaunch sets an int argument and enqueues one group, n times, without the checks and
// bookkeeping of Run.
func BareLaunch(k *Kernel, n, group int) {
	d := k.device
	c := &struct{ value, offset, global, group uintptr }{0, 0, uintptr(group), uintptr(group)}
	for i := range n {
		c.value = uintptr(i)
		purego.SyscallN(d.driver.SetKernelArg, k.handle, 0, 4, uintptr(unsafe.Pointer(&c.value)))
		purego.SyscallN(d.driver.EnqueueNDRangeKernel, d.queue, k.handle, 1, uintptr(unsafe.Pointer(&c.offset)),
			uintptr(unsafe.Pointer(&c.global)), uintptr(unsafe.Pointer(&c.group)), 0, 0, 0)
		if i%10000 == 9999 {
			purego.SyscallN(d.driver.Finish, d.queue)
		}
	}
	purego.SyscallN(d.driver.Finish, d.queue)
}
