package walks

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// remember records the memory of a walk and reports whether it differs from the one on the device.
func (l *level) remember(i int, until []int32) bool {
	if len(until) == 0 || len(l.known[i]) > 0 && &l.known[i][0] == &until[0] {
		return false
	}
	l.known[i] = until
	return true
}

// resend sends the memories of all walks, which include all marks so far.
func (l *level) resend(w *cl.Scope) error {
	n := l.model.memory()
	if l.untils.Len() < n*l.walks {
		l.untils = cl.Make[int32](w, "memories", n*l.walks)
		if w.Err() != nil {
			return w.Err()
		}
		err := errors.Join(cl.SetBuffer(l.pick, "untils", l.untils), cl.SetBuffer(l.keepOut, "untils", l.untils))
		if err != nil {
			return err
		}
	}
	all := make([]int32, n*l.walks)
	for i, until := range l.known {
		copy(all[i*n:], until)
	}
	l.mark = l.mark[:0]
	return l.untils.Write(all)
}

// flush sends the changes to the memories.
func (l *level) flush(ctx context.Context) error {
	for len(l.mark) > 0 {
		part := l.mark[:min(len(l.mark), l.marks.Len())]
		if err := errors.Join(l.marks.Write(part), cl.Set(l.keepOut, "count", uint32(len(part)/3))); err != nil {
			return err
		}
		if err := l.keepOut.Run(ctx, len(part)/3); err != nil {
			return err
		}
		l.mark = l.mark[len(part):]
	}
	l.mark = l.mark[:0]
	return nil
}
