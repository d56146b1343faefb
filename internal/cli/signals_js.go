package cli

import "os"

func endSignals() []os.Signal { return []os.Signal{os.Interrupt} }

func pipeSignals() []os.Signal { return nil }
