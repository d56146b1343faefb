package outage

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tourmaline-opt/tourmaline/internal/broker"
)

// ip runs the ip command, which configures networks.
func ip(t *testing.T, line string, args ...any) {
	t.Helper()
	words := strings.Fields(fmt.Sprintf(line, args...))
	if out, err := exec.Command("ip", words...).CombinedOutput(); err != nil {
		t.Fatalf("ip %s: %v\n%s", strings.Join(words, " "), err, out)
	}
}

func address(i int) string { return fmt.Sprintf("10.77.0.%d", 10+i) }

// onThreeMachines returns three nodes, each with a separate network stack, connected by one switch.
func onThreeMachines(t *testing.T) *three {
	t.Helper()
	// The ip command stores the names of network namespaces in /run.
	if err := unix.Mount("names", "/run", "tmpfs", 0, ""); err != nil {
		t.Fatal(err)
	}
	ip(t, "link add switch type bridge")
	ip(t, "link set switch up")
	dir := t.TempDir()
	keys, tls := keysFor(t, dir), certificate(t, dir)
	c := &three{diary: newDiary(t)}
	for i := range 3 {
		name := fmt.Sprintf("node%d", i)
		ip(t, "netns add %s", name)
		ip(t, "link add cable%d type veth peer name eth0 netns %s", i, name)
		ip(t, "link set cable%d master switch up", i)
		ip(t, "-n %s addr add %s/24 dev eth0", name, address(i))
		ip(t, "-n %s link set eth0 up", name)
		ip(t, "-n %s link set lo up", name)
		c.within = append(c.within, []string{"ip", "netns", "exec", name})
		c.settings = append(c.settings, nodeSettings{
			Dir: filepath.Join(dir, name), Name: name, Listen: address(i) + ":4222", Cluster: address(i) + ":6222", Keys: keys, TLS: tls,
			Routes:   []string{address(0) + ":6222", address(1) + ":6222", address(2) + ":6222"},
			Replicas: 3, Lease: 5 * time.Second,
		})
	}
	return c
}

// cut disconnects a node from the switch without notice: packets are lost.
func cut(t *testing.T, i int) { t.Helper(); ip(t, "link set cable%d nomaster", i) }

// heal reconnects a node to the switch.
func heal(t *testing.T, i int) { t.Helper(); ip(t, "link set cable%d master switch", i) }

// certificate creates a certificate that all nodes present and trust.
func certificate(t *testing.T, dir string) *broker.TLS {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	for i := range 3 {
		template.IPAddresses = append(template.IPAddresses, net.ParseIP(address(i)))
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &secret.PublicKey, secret)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	files := &broker.TLS{Certificate: filepath.Join(dir, "node.pem"), Key: filepath.Join(dir, "node.key"), CA: filepath.Join(dir, "node.pem")}
	writePEM(t, files.Certificate, "CERTIFICATE", public)
	writePEM(t, files.Key, "PRIVATE KEY", private)
	return files
}

func writePEM(t *testing.T, path, kind string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
		t.Fatal(err)
	}
}
