package tracing

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/certs"
)

const (
	defaultEndpoint = "http://localhost:4318"
	defaultTimeout  = 10 * time.Second
)

// newExporter returns an exporter as the environment configures it, or nil if tracing is off.
func newExporter(getenv func(string) string, log *slog.Logger) (*exporter, error) {
	of := func(name string) string {
		return cmp.Or(getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), getenv("OTEL_EXPORTER_OTLP_"+name))
	}
	kind, endpoint := getenv("OTEL_TRACES_EXPORTER"), of("ENDPOINT")
	switch {
	case strings.EqualFold(getenv("OTEL_SDK_DISABLED"), "true"), kind == "none", kind == "" && endpoint == "":
		return nil, nil
	case kind != "" && kind != "otlp":
		return nil, fmt.Errorf("OTEL_TRACES_EXPORTER=%s: expected otlp or none", kind)
	}
	if p := of("PROTOCOL"); p != "" && p != "http/json" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL=%s: expected http/json, which collectors accept on port 4318", p)
	}
	target, err := tracesURL(getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), cmp.Or(getenv("OTEL_EXPORTER_OTLP_ENDPOINT"), defaultEndpoint))
	if err != nil {
		return nil, err
	}
	client, err := newClient(of("TIMEOUT"), of("CERTIFICATE"))
	if err != nil {
		return nil, err
	}
	headers, err := parseHeaders(of("HEADERS"))
	return &exporter{url: target, headers: headers, client: client, log: log}, err
}

// tracesURL returns the address for traces: the one for traces only, or a path below the one for
// all signals.
func tracesURL(traces, all string) (string, error) {
	address := traces
	if address == "" {
		address = strings.TrimSuffix(all, "/") + "/v1/traces"
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL such as %s", defaultEndpoint)
	}
	return address, nil
}

func newClient(milliseconds, ca string) (*http.Client, error) {
	timeout := defaultTimeout
	if milliseconds != "" {
		n, err := strconv.ParseUint(milliseconds, 10, 31)
		if err != nil || n == 0 {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_TIMEOUT=%s: expected milliseconds", milliseconds)
		}
		timeout = time.Duration(n) * time.Millisecond
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if ca != "" {
		pool, err := certs.Pool(ca)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %w", err)
		}
		transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: pool}
	}
	return &http.Client{Timeout: timeout, Transport: transport}, nil
}

// parseHeaders parses name=value pairs, separated by commas. The values are percent-encoded. Errors
// do not contain the values, which may be secret.
func parseHeaders(text string) (http.Header, error) {
	h := http.Header{}
	if text == "" {
		return h, nil
	}
	for pair := range strings.SplitSeq(text, ",") {
		name, value, found := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if !found || err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_HEADERS: expected name=value pairs, separated by commas")
		}
		h.Add(strings.TrimSpace(name), value)
	}
	return h, nil
}
