package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// issue makes a certificate with a key of this kind (rsa:2048, ecdsa) for the names and addresses of this host, and the
// certificate of its authority as PEM.
func issue(kind string, aki bool) (tls.Certificate, []byte, error) {
	own, err := keyOf(kind)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	authority := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, SubjectKeyId: []byte("authority")}
	root, err := x509.CreateCertificate(rand.Reader, authority, authority, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	if !aki {
		authority.SubjectKeyId = nil
	}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "peer"},
		NotBefore: authority.NotBefore, NotAfter: authority.NotAfter, DNSNames: []string{"peer", "localhost"},
		IPAddresses: addresses(), KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, leaf, authority, own.Public(), key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: own},
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root}), err
}

func keyOf(kind string) (crypto.Signer, error) {
	if bits, found := strings.CutPrefix(kind, "rsa:"); found {
		size, err := strconv.Atoi(bits)
		if err != nil {
			return nil, fmt.Errorf("%s is no size of a key", bits)
		}
		return rsa.GenerateKey(rand.Reader, size)
	}
	if kind != "ecdsa" {
		return nil, fmt.Errorf("%s is no kind of key; expected rsa:BITS or ecdsa", kind)
	}
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}
