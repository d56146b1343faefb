package term

import "os"

// EndSignals returns the signals that end a search.
func EndSignals() []os.Signal { return quitSignals() }

func quitSignals() []os.Signal { return []os.Signal{os.Interrupt} }

// ReloadSignals returns nil, because this system has no SIGHUP.
func ReloadSignals() []os.Signal { return nil }

// PipeSignals returns nil, because this system has no SIGPIPE.
func PipeSignals() []os.Signal { return nil }
