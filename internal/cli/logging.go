package cli

import (
	"io"
	"log/slog"

	"github.com/spf13/cobra"
)

// logging has the flags for the log of a long-running program.
type logging struct{ logFormat, logLevel string }

func (l *logging) flags(c *cobra.Command) {
	c.Flags().StringVar(&l.logFormat, "log-format", "text", "text or json, a line each on standard error")
	c.Flags().StringVar(&l.logLevel, "log-level", "info", "debug, info, warn or error")
}

// logger returns the logger of the flags.
func (l logging) logger(w io.Writer) (*slog.Logger, error) {
	var o slog.HandlerOptions
	var level slog.Level
	if level.UnmarshalText([]byte(l.logLevel)) != nil {
		return nil, usageError("--log-level %s: expected debug, info, warn or error", l.logLevel)
	}
	o.Level = level
	switch l.logFormat {
	case "text":
		return slog.New(slog.NewTextHandler(w, &o)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, &o)), nil
	}
	return nil, usageError("--log-format %s: expected text or json", l.logFormat)
}
