package gpu

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// remember sends the whole memory of a walk, if it is another than the device knows.
func (l *level[S]) remember(w *cl.Workshop, i int, until []int32) error {
	if len(until) == 0 || len(l.known[i]) > 0 && &l.known[i][0] == &until[0] {
		return nil
	}
	n := l.model.memory()
	if l.untils.Len() < n*l.walks {
		l.untils = cl.Make[int32](w, "memories", n*l.walks)
		if w.Err() != nil {
			return w.Err()
		}
		if err := l.bindMemories(); err != nil {
			return err
		}
	}
	l.known[i] = until
	l.mark = withoutMarks(l.mark, int32(i))
	return l.untils.WriteAt(i*n, until)
}

// bindMemories tells the kernels of another buffer.
func (l *level[S]) bindMemories() error {
	if err := l.pick.SetArg(l.inputs+1, l.untils); err != nil {
		return err
	}
	return l.keepOut.SetArg(3, l.untils)
}

// withoutMarks drops those of a walk: they are in its memory already.
func withoutMarks(marks []int32, walk int32) []int32 {
	kept := marks[:0]
	for ; len(marks) > 0; marks = marks[3:] {
		if marks[0] != walk {
			kept = append(kept, marks[:3]...)
		}
	}
	return kept
}

// flush sends what has changed in the memories.
func (l *level[S]) flush(ctx context.Context) error {
	for len(l.mark) > 0 {
		part := l.mark[:min(len(l.mark), l.marks.Len())]
		if err := l.marks.Write(part); err != nil {
			return err
		}
		if err := cl.SetScalar(l.keepOut, 1, uint32(len(part)/3)); err != nil {
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
