package cli

import "os"

func endSignals() []os.Signal { return quitSignals() }

func quitSignals() []os.Signal { return []os.Signal{os.Interrupt} }

func reloadSignals() []os.Signal { return nil }

func pipeSignals() []os.Signal { return nil }
