package checkpoint

import "errors"

// Kinds of errors. The errors of this package wrap one of these and give more details.
var (
	ErrForeign  = errors.New("the file is not a checkpoint")
	ErrFormat   = errors.New("the checkpoint has another format")
	ErrCutShort = errors.New("the checkpoint is incomplete")
	ErrDamaged  = errors.New("the checkpoint is damaged")
	ErrExtra    = errors.New("the checkpoint has bytes after its end")
	ErrTooLarge = errors.New("the checkpoint is too large")
	ErrMismatch = errors.New("the checkpoint belongs to another search")
)
