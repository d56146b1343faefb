package testkit

import (
	"archive/zip"
	"bytes"
	"testing"
)

// Zip returns a zip archive of the given files, keyed by name.
func Zip(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		check(t, err)
	}
	check(t, z.Close())
	return b.Bytes()
}
