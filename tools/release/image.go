package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"os"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// A descriptor refers to a blob of an image by its hash.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    map[string]string `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// A layout is an image in the layout of the Open Container Initiative: blobs that are named by their
// hashes. Every manifest refers to two layers: one that seldom changes, and the command.
type layout struct {
	release *release
	blobs   []file
	known   map[string]bool
}

const media = "application/vnd.oci.image."

// image writes an image for both processors as an archive that skopeo, podman and docker load.
func (r *release) image() error {
	l := &layout{release: r, known: map[string]bool{}}
	var manifests []descriptor
	for _, processor := range []string{"amd64", "arm64"} {
		d, err := l.manifest(processor)
		if err != nil {
			return err
		}
		manifests = append(manifests, d)
	}
	index, err := l.addJSON("index.v1+json", newIndex(manifests...))
	if err != nil {
		return err
	}
	index.Annotations = map[string]string{"org.opencontainers.image.ref.name": r.version}
	top, err := json.Marshal(newIndex(index))
	if err != nil {
		return err
	}
	files := append([]file{
		{name: "oci-layout", mode: 0o644, data: []byte(`{"imageLayoutVersion":"1.0.0"}`)},
		{name: "index.json", mode: 0o644, data: top},
	}, l.blobs...)
	var b bytes.Buffer
	if err := writeTar(&b, files, r.time); err != nil {
		return err
	}
	return os.WriteFile(r.path("tourmaline-"+r.version+"-image.tar"), b.Bytes(), 0o644)
}

func newIndex(manifests ...descriptor) any {
	return struct {
		SchemaVersion int          `json:"schemaVersion"`
		MediaType     string       `json:"mediaType"`
		Manifests     []descriptor `json:"manifests"`
	}{2, media + "index.v1+json", manifests}
}

// manifest adds the manifest of the image for one processor.
func (l *layout) manifest(processor string) (descriptor, error) {
	contents, err := l.release.contents(platform{"linux", processor, true})
	if err != nil {
		return descriptor{}, err
	}
	command := contents[0]
	command.name = "usr/local/bin/tourmaline"
	base, first, err := l.addLayer(baseFiles())
	if err != nil {
		return descriptor{}, err
	}
	top, second, err := l.addLayer([]file{folder("usr/"), folder("usr/local/"), folder("usr/local/bin/"), command})
	if err != nil {
		return descriptor{}, err
	}
	config, err := l.addJSON("config.v1+json", l.config(processor, first, second))
	if err != nil {
		return descriptor{}, err
	}
	d, err := l.addJSON("manifest.v1+json", struct {
		SchemaVersion int          `json:"schemaVersion"`
		MediaType     string       `json:"mediaType"`
		Config        descriptor   `json:"config"`
		Layers        []descriptor `json:"layers"`
	}{2, media + "manifest.v1+json", config, []descriptor{base, top}})
	d.Platform = map[string]string{"os": "linux", "architecture": processor}
	return d, err
}

// config returns the settings of a container; deploy/Dockerfile has the same. The user is not root.
func (l *layout) config(processor string, layers ...string) any {
	type object = map[string]any
	return object{
		"created": l.release.time, "os": "linux", "architecture": processor,
		"rootfs": object{"type": "layers", "diff_ids": layers},
		"config": object{
			"User": "65532:65532", "Entrypoint": []string{"/usr/local/bin/tourmaline"},
			"Cmd": []string{"serve", "--data", "/data"}, "StopSignal": "SIGTERM",
			"Volumes":      object{"/data": object{}},
			"ExposedPorts": object{"8443/tcp": object{}, "4222/tcp": object{}, "6222/tcp": object{}},
			"Labels": map[string]string{
				"org.opencontainers.image.title": "tourmaline", "org.opencontainers.image.version": l.release.version,
				"org.opencontainers.image.revision": l.release.commit, "org.opencontainers.image.licenses": "Apache-2.0",
				"org.opencontainers.image.source": homepage,
			},
		},
	}
}

// baseFiles returns the files that the command expects: certificates for TLS connections to webhooks, a
// folder for temporary files and a folder for data.
func baseFiles() []file {
	var certificates bytes.Buffer
	for root := range bundle.Roots() {
		// A constrained root is trusted for some certificates only, which a file cannot express.
		if root.Constraint == nil {
			certificates.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}))
		}
	}
	return []file{
		folder("etc/"), folder("etc/ssl/"), folder("etc/ssl/certs/"),
		{name: "etc/ssl/certs/ca-certificates.crt", mode: 0o644, data: certificates.Bytes()},
		{name: "tmp/", mode: 0o1777},
		{name: "data/", mode: 0o700, owner: 65532},
	}
}

func folder(name string) file { return file{name: name, mode: 0o755} }

// addLayer adds a compressed layer. It also returns the hash of the uncompressed layer.
func (l *layout) addLayer(files []file) (descriptor, string, error) {
	var plain, packed bytes.Buffer
	if err := writeTar(&plain, files, l.release.time); err != nil {
		return descriptor{}, "", err
	}
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return descriptor{}, "", err
	}
	_, err = z.Write(plain.Bytes())
	if err := errors.Join(err, z.Close()); err != nil {
		return descriptor{}, "", err
	}
	return l.add(media+"layer.v1.tar+gzip", packed.Bytes()), "sha256:" + digest(plain.Bytes()), nil
}

func (l *layout) addJSON(kind string, value any) (descriptor, error) {
	data, err := json.Marshal(value)
	return l.add(media+kind, data), err
}

// add adds a blob once.
func (l *layout) add(mediaType string, data []byte) descriptor {
	hash := digest(data)
	if !l.known[hash] {
		l.known[hash] = true
		l.blobs = append(l.blobs, file{name: "blobs/sha256/" + hash, mode: 0o644, data: data})
	}
	return descriptor{MediaType: mediaType, Digest: "sha256:" + hash, Size: len(data)}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
