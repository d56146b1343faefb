package failing

import "testing"

func TestNothing(t *testing.T) { t.Error("always") }
