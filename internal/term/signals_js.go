package term

import "os"

// EndSignals returns the signals that end a search.
func EndSignals() []os.Signal { return quitSignals() }

func quitSignals() []os.Signal { return []os.Signal{os.Interrupt} }

// ReloadSignals returns nothing: this system has none.
func ReloadSignals() []os.Signal { return nil }

// PipeSignals returns nothing: this system has none.
func PipeSignals() []os.Signal { return nil }
