package main

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// In a folder of certificates: the keys of all of them, and what canaries have.
const (
	keysFile   = "faultlab-keys"
	serverFile = "faultlab-server"
	issuerFile = "faultlab-issuer"
)

type pair struct{ before, now crypto.Signer }

// authority makes other certificates of the same names: "new" ones have other keys and other issuers; "same" ones have
// those that are there, and so have "expired" ones.
type authority struct {
	kind  string
	certs []*x509.Certificate
	keys  map[string]*pair // by the public key that was there
	made  map[string]*x509.Certificate
}

func (a *authority) pair(public crypto.PublicKey) *pair {
	der, _ := x509.MarshalPKIXPublicKey(public)
	if a.keys[string(der)] == nil {
		a.keys[string(der)] = &pair{}
	}
	return a.keys[string(der)]
}

func (a *authority) key(c *x509.Certificate) (crypto.Signer, error) {
	p := a.pair(c.PublicKey)
	_, isRSA := c.PublicKey.(*rsa.PublicKey)
	var err error
	switch {
	case p.now != nil:
	case a.kind != "new" && p.before != nil:
		p.now = p.before
	case a.kind != "new":
		err = fmt.Errorf("no key of %s", c.Subject)
	case isRSA:
		p.now, err = rsa.GenerateKey(rand.Reader, 2048)
	default:
		p.now, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}
	return p.now, err
}

func (a *authority) issuer(c *x509.Certificate) (*x509.Certificate, error) {
	for _, each := range append([]*x509.Certificate{c}, a.certs...) {
		if bytes.Equal(each.RawSubject, c.RawIssuer) {
			return each, nil
		}
	}
	return nil, fmt.Errorf("%s has the issuer %s, whose certificate is not among the files", c.Subject, c.Issuer)
}

// certificate makes what takes the place of c.
func (a *authority) certificate(c *x509.Certificate) (*x509.Certificate, error) {
	program := !c.IsCA || len(c.DNSNames)+len(c.IPAddresses) > 0
	if made := a.made[string(c.Raw)]; made != nil || a.kind != "new" && !program {
		return cmp.Or(made, c), nil
	}
	key, err := a.key(c)
	issuer, errIssuer := a.issuer(c)
	serial, errSerial := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 62))
	if err := errors.Join(err, errIssuer, errSerial); err != nil {
		return nil, err
	}
	next := *c
	next.SerialNumber, next.PublicKey, next.SignatureAlgorithm = serial, key.Public(), 0
	next.SubjectKeyId, next.AuthorityKeyId = nil, nil
	next.NotBefore, next.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(24*time.Hour)
	if a.kind == "expired" && program {
		next.NotAfter = time.Now().Add(-time.Minute)
	}
	by, signer := &next, key
	if issuer != c {
		by, err = a.certificate(issuer)
		if err == nil {
			signer, err = a.key(issuer)
		}
		if err != nil {
			return nil, err
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &next, by, key.Public(), signer)
	if err != nil {
		return nil, err
	}
	made, err := x509.ParseCertificate(der)
	a.made[string(c.Raw)] = made
	return made, err
}

// parseKey reads a private key as OpenSSL writes it.
func parseKey(der []byte) (crypto.Signer, error) {
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		return key.(crypto.Signer), nil
	}
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, nil
	}
	return x509.ParseECPrivateKey(der)
}

func keyBlock(key crypto.Signer) *pem.Block {
	der, _ := x509.MarshalPKCS8PrivateKey(key)
	return &pem.Block{Type: "PRIVATE KEY", Bytes: der}
}

func blocksOf(file string) ([]*pem.Block, error) {
	text, err := os.ReadFile(file)
	var blocks []*pem.Block
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "EC PARAMETERS" { // another curve's
			blocks = append(blocks, block)
		}
	}
	return blocks, err
}

// certify replaces the certificates in the files of a folder, and the keys that belong to them.
func certify(folder, kind string) error {
	a := &authority{kind: kind, keys: map[string]*pair{}, made: map[string]*x509.Certificate{}}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return err
	}
	blocks := map[string][]*pem.Block{}
	var certificates []*pem.Block
	private := map[*pem.Block]*pair{}
	for _, file := range files {
		if blocks[file], err = blocksOf(file); err != nil {
			return err
		}
		for _, block := range blocks[file] {
			if block.Type == "CERTIFICATE" {
				c, err := x509.ParseCertificate(block.Bytes)
				if err != nil {
					return err
				}
				a.certs, certificates = append(a.certs, c), append(certificates, block)
			} else if strings.HasSuffix(block.Type, "PRIVATE KEY") {
				key, err := parseKey(block.Bytes)
				if err != nil {
					return fmt.Errorf("cannot read a private key: %w", err)
				}
				private[block] = a.pair(key.Public())
				private[block].before = key
			}
		}
	}
	for k, c := range a.certs {
		made, err := a.certificate(c)
		if err != nil {
			return err
		}
		certificates[k].Bytes = made.Raw
	}
	for block, p := range private {
		*block = *keyBlock(cmp.Or(p.now, p.before))
	}
	keys := filepath.Join(folder, keysFile)
	blocks[keys] = nil
	for _, p := range a.keys {
		if key := cmp.Or(p.now, p.before); key != nil {
			blocks[keys] = append(blocks[keys], keyBlock(key))
		}
	}
	for file, all := range blocks {
		if err := write(file, all...); err != nil {
			return err
		}
	}
	return nil
}

func write(file string, blocks ...*pem.Block) error {
	var text bytes.Buffer
	for _, block := range blocks {
		pem.Encode(&text, block)
	}
	return os.WriteFile(file, text.Bytes(), 0o600)
}

// Certificates of a server of this name and of its issuer, which certify replaces.
func begin(folder, name string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	issuer := &x509.Certificate{Subject: pkix.Name{CommonName: "issuer of " + name}, IsCA: true, BasicConstraintsValid: true, SerialNumber: big.NewInt(1)}
	server := &x509.Certificate{Subject: pkix.Name{CommonName: name}, DNSNames: []string{name}, SerialNumber: big.NewInt(2)}
	for file, c := range map[string]*x509.Certificate{issuerFile: issuer, serverFile: server} {
		der, err := x509.CreateCertificate(rand.Reader, c, issuer, key.Public(), key)
		if err == nil {
			err = write(filepath.Join(folder, file), &pem.Block{Type: "CERTIFICATE", Bytes: der}, keyBlock(key))
		}
		if err != nil {
			return err
		}
	}
	return certify(folder, "new")
}

// serveEcho answers over TLS with what it is sent. Each connection gets the certificate that is in the folder then.
func serveEcho(folder, port, name string) error {
	if err := errors.Join(os.MkdirAll(folder, 0o700), begin(folder, name)); err != nil {
		return err
	}
	file := filepath.Join(folder, serverFile)
	listener, err := tls.Listen("tcp", ":"+port, &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		pair, err := tls.LoadX509KeyPair(file, file)
		return &pair, err
	}})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	for {
		conn, err := listener.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			io.Copy(conn, conn)
		}()
	}
}

// presented is the certificate of a server that speaks TLS at once, or PostgreSQL before that.
func presented(address string) (der []byte) {
	for _, before := range []string{"", "\x00\x00\x00\x08\x04\xd2\x16\x2f"} {
		conn, err := net.DialTimeout("tcp", address, 2*time.Second)
		if err != nil {
			return nil
		}
		conn.SetDeadline(time.Now().Add(2 * time.Second))
		if before != "" {
			io.WriteString(conn, before)
			io.ReadFull(conn, make([]byte, 1))
		}
		// A server that wants a certificate of ours shows its own first.
		tls.Client(conn, &tls.Config{InsecureSkipVerify: true, VerifyPeerCertificate: func(raw [][]byte, _ [][]*x509.Certificate) error {
			der = raw[0]
			return nil
		}}).Handshake()
		conn.Close()
		if der != nil {
			return der
		}
	}
	return nil
}

// await returns when a server presents a certificate of the folder.
func await(folder, address string, limit time.Duration) error {
	for until := time.Now().Add(limit); time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
		found := presented(address)
		files, _ := filepath.Glob(filepath.Join(folder, "*"))
		for _, file := range files {
			blocks, _ := blocksOf(file)
			for _, block := range blocks {
				if found != nil && bytes.Equal(block.Bytes, found) {
					return nil
				}
			}
		}
	}
	return fmt.Errorf("%s does not present its new certificate within %s of its start", address, limit)
}
