package verify

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/output"
)

// CheckCertificate computes the lower bound of the certificate in the file from scratch, and
// records it. It fails if the file has no certificate, or states a higher bound.
func (t *Tour) CheckCertificate(ctx context.Context) error {
	if t.Stated.Certificate == nil {
		return &Error{fmt.Errorf("%s: the certificate of a lower bound is missing: write a JSON result with 'solve --bound'", t.Path)}
	}
	var c tourmaline.Certificate
	if err := json.Unmarshal(t.Stated.Certificate, &c); err != nil {
		return &Error{fmt.Errorf("%s: certificate: %w", t.Path, err)}
	}
	if err := c.Check(ctx, t.Instance); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return &Error{fmt.Errorf("%s: %w", t.Path, err)}
	}
	t.Proven = &c.Bound
	return nil
}

// ProvenText returns a remark on the lower bound that a certificate proves.
func (r Report) ProvenText() string {
	if r.ProvenGap == nil {
		return ""
	}
	return ", proven to be " + output.AtMost(*r.ProvenGap)
}
