package main

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is wrong with the server of a folder for a client that trusts the certificates of a file; "" if nothing.
func flaw(t *testing.T, server, issuers string) string {
	pair, err := tls.LoadX509KeyPair(server, server)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	text, _ := os.ReadFile(issuers)
	pool.AppendCertsFromPEM(text)
	_, err = pair.Leaf.Verify(x509.VerifyOptions{Roots: pool, DNSName: "shop.test"})
	var invalid x509.CertificateInvalidError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "expired"
	}
	return "unknown"
}

func TestCertificatesAreReplacedByOthersOfTheSameNames(t *testing.T) {
	for _, signsItself := range []bool{false, true} {
		folder, old := t.TempDir(), t.TempDir()
		server, issuers := filepath.Join(folder, serverFile), filepath.Join(folder, issuerFile)
		if err := begin(folder, "shop.test"); err != nil {
			t.Fatal(err)
		}
		if signsItself {
			key, _ := rsa.GenerateKey(rand.Reader, 2048)
			own := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "shop"}, DNSNames: []string{"shop.test"}, IsCA: true, BasicConstraintsValid: true}
			der, _ := x509.CreateCertificate(rand.Reader, own, own, key.Public(), key)
			traditional := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
			os.Remove(filepath.Join(folder, keysFile))
			write(server, traditional, &pem.Block{Type: "CERTIFICATE", Bytes: der})
			write(issuers, &pem.Block{Type: "CERTIFICATE", Bytes: der})
		}
		for _, row := range []struct{ kind, forOld, forNew string }{
			{"new", "unknown", ""}, {"same", "", ""}, {"expired", "expired", "expired"}, {"same", "", ""}, {"new", "unknown", ""},
		} {
			before, _ := os.ReadFile(issuers)
			served, _ := os.ReadFile(server)
			kept := filepath.Join(old, "issuers")
			os.WriteFile(kept, before, 0o600)
			if err := certify(folder, row.kind); err != nil {
				t.Fatal(row.kind, err)
			}
			// Who trusts the certificate itself trusts none but that.
			forOld := row.forOld
			if now, _ := os.ReadFile(server); bytes.Equal(now, served) {
				t.Errorf("%s: the server has the same certificate", row.kind)
			}
			if got := flaw(t, server, kept); got != forOld && !signsItself {
				t.Errorf("%s: %s for who trusts the old issuer, expected %s", row.kind, got, forOld)
			}
			if got := flaw(t, server, issuers); got != row.forNew {
				t.Errorf("%s: %s for who trusts the new issuer (signs itself: %t), expected %s", row.kind, got, signsItself, row.forNew)
			}
		}
	}
}

func TestAnIssuerThatIsMissingIsNamed(t *testing.T) {
	folder := t.TempDir()
	begin(folder, "shop.test")
	os.Remove(filepath.Join(folder, issuerFile))
	if err := certify(folder, "new"); err == nil || !strings.Contains(err.Error(), "issuer of shop.test") {
		t.Error(err)
	}
}

func TestWhoTrustsOverTLSIsKnown(t *testing.T) {
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	address := listener.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	listener.Close()
	folder := t.TempDir()
	issuersFile = filepath.Join(folder, issuerFile)
	go serveEcho(folder, port, "canary.faultlab")
	if err := await(folder, address, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ kind, options, expected string }{
		{"new", "trust=once", "failed failed"},
		{"new", "trust=after", "failed answered"},
		{"new", "trust=each", "answered answered"},
		{"expired", "trust=each", "failed answered"},
		{"expired", "trust=fatal", "failed failed"},
	} {
		t.Run(row.kind+row.options, func(t *testing.T) {
			l := newLedger(canaryAt(t, port, row.options))
			l.ask(1, 1, "64", 5*time.Second)
			certify(folder, row.kind)
			l.ask(1, 1, "64", 5*time.Second)
			if row.kind == "expired" {
				certify(folder, "same")
			}
			l.ask(1, 1, "64", 5*time.Second)
			if got := endings(l, 1) + " " + endings(l, 2) + " " + endings(l, 3); got != "answered "+row.expected {
				t.Error(got)
			}
		})
	}
	if err := await(t.TempDir(), address, 300*time.Millisecond); err == nil {
		t.Error("found a certificate that is not there")
	}
}
