package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// started is a listener on a free port.
func started(t *testing.T, words string) (*listener, string) {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	free.Close()
	one, err := parse(port + " " + words)
	if err == nil {
		err = one.start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return one, "127.0.0.1:" + port
}

// counted waits until a count is as expected: a client can be done before its peer.
func counted(t *testing.T, one *listener, what string, expected int, of func(Counts) int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		counts, err := one.settled()
		if err == nil && of(counts) == expected {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: expected %d of %+v (%v)", what, expected, counts, err)
		}
	}
}

func TestRulesAnswerAndAreCounted(t *testing.T) {
	one, address := started(t, "body=ok header:Upgrade/403 chunked/411 nth:3/reset")
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
	ask := func(body io.Reader, header string) int {
		request, _ := http.NewRequest(http.MethodPost, "http://"+address, body)
		if header != "" {
			request.Header.Set("X-"+header, "1")
			request.Header.Set(header, "1")
		}
		answer, err := client.Do(request)
		if err != nil {
			return 0
		}
		defer answer.Body.Close()
		_, _ = io.Copy(io.Discard, answer.Body)
		return answer.StatusCode
	}
	for _, row := range []struct {
		body     io.Reader
		header   string
		expected int
	}{
		{strings.NewReader("ok"), "", 200},
		{io.MultiReader(strings.NewReader("other")), "", 411},
		{strings.NewReader("ok"), "Mark", 0}, // the third of its connection
		{strings.NewReader("ok"), "Upgrade", 403},
	} {
		if status := ask(row.body, row.header); status != row.expected {
			t.Errorf("%q: expected %d, found %d", row.header, row.expected, status)
		}
	}
	for what, row := range map[string]struct {
		expected int
		of       func(Counts) int
	}{
		"requests":    {4, func(c Counts) int { return c.Requests }},
		"connections": {2, func(c Counts) int { return c.Connections }},
		"ruled":       {3, func(c Counts) int { return c.AnsweredByRule }},
		"chunked":     {1, func(c Counts) int { return c.Chunked }},
		"with length": {3, func(c Counts) int { return c.WithLength }},
		"bodies":      {1, func(c Counts) int { return c.OtherBodies }},
		"header":      {1, func(c Counts) int { return c.Headers["X-Mark"] }},
		"silent":      {0, func(c Counts) int { return c.WithoutRequest }},
	} {
		counted(t, one, what, row.expected, row.of)
	}
	one.reset()
	counted(t, one, "after reset", 0, func(c Counts) int { return c.Requests + c.AnsweredByRule + c.Connections })
}

func TestHandshakesThatEitherSideRefusesAreCounted(t *testing.T) {
	one, address := started(t, "tls suites=TLS_RSA_WITH_AES_128_GCM_SHA256 key=rsa:1024 hello=100")
	authority := x509.NewCertPool()
	if !authority.AppendCertsFromPEM(one.authority) {
		t.Fatal("no authority")
	}
	rsa := []uint16{tls.TLS_RSA_WITH_AES_128_GCM_SHA256}
	for _, config := range []*tls.Config{
		{RootCAs: authority, CipherSuites: rsa},                                                 // works
		{RootCAs: authority, CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}}, // the server refuses
		{RootCAs: x509.NewCertPool(), CipherSuites: rsa},                                        // the client refuses
	} {
		if secure, err := tls.Dial("tcp", address, config); err == nil {
			secure.Close()
		}
	}
	counted(t, one, "connections", 3, func(c Counts) int { return c.Connections })
	counted(t, one, "handshakes", 1, func(c Counts) int { return c.Handshakes })
	counted(t, one, "refused", 2, func(c Counts) int { return c.Refused })
	counted(t, one, "without a request", 3, func(c Counts) int { return c.WithoutRequest })
	counted(t, one, "large hellos", 3, func(c Counts) int { return c.LargeHellos })
}

func TestCallsArriveWithAndWithoutAlpn(t *testing.T) {
	for _, words := range []string{"tls key=ecdsa", "tls key=ecdsa alpn=h2"} {
		one, address := started(t, words)
		protocols := &http.Protocols{}
		protocols.SetUnencryptedHTTP2(true)
		client := &http.Client{Transport: &http.Transport{Protocols: protocols,
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				dialer := &tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}}
				return dialer.DialContext(ctx, network, address)
			}}}
		request, _ := http.NewRequest(http.MethodPost, "http://"+address, bytes.NewReader(make([]byte, 5)))
		request.Header.Set("Content-Type", "application/grpc")
		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(words, err)
		}
		body, _ := io.ReadAll(answer.Body)
		if answer.ProtoMajor != 2 || len(body) != 5 || answer.Trailer.Get("Grpc-Status") != "0" {
			t.Errorf("%s: %v %v %v", words, answer.Proto, body, answer.Trailer)
		}
		counted(t, one, "requests", 1, func(c Counts) int { return c.Requests })
	}
}

func TestSignaturesOfOtherBytesAreForged(t *testing.T) {
	one, address := started(t, "forged:secret/401")
	signed := hmac.New(sha256.New, []byte("secret"))
	signed.Write([]byte("[1, 2]"))
	for body, expected := range map[string]int{"[1, 2]": 200, "[1,2]": 401, "": 401} {
		request, _ := http.NewRequest(http.MethodPost, "http://"+address, strings.NewReader(body))
		request.Header.Set("X-Signature", hex.EncodeToString(signed.Sum(nil)))
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != expected {
			t.Errorf("%q: expected %d, found %d", body, expected, answer.StatusCode)
		}
	}
	counted(t, one, "ruled", 2, func(c Counts) int { return c.AnsweredByRule })
}

func TestTwoLengthsInOneAnswer(t *testing.T) {
	_, address := started(t, "http1.1/both")
	for version, expected := range map[string]string{"1.1": "Transfer-Encoding: chunked", "1.0": ""} {
		tcp, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(tcp, "GET / HTTP/"+version+"\r\nHost: a\r\n\r\n")
		answer, _ := io.ReadAll(tcp)
		if !bytes.Contains(answer, []byte("Content-Length")) || !bytes.Contains(answer, []byte(expected)) ||
			expected == "" && bytes.Contains(answer, []byte("chunked")) {
			t.Errorf("HTTP/%s: %s", version, answer)
		}
	}
}

func TestAuthorityKeyIdentifier(t *testing.T) {
	for word, expected := range map[string]bool{"": true, "no-aki": false} {
		one, err := parse("1 tls key=ecdsa " + word)
		if err != nil {
			t.Fatal(err)
		}
		leaf, err := x509.ParseCertificate(one.config.Certificates[0].Certificate[0])
		if err != nil || (len(leaf.AuthorityKeyId) > 0) != expected {
			t.Errorf("%q: %v, %v", word, leaf.AuthorityKeyId, err)
		}
	}
}

func TestWrongWordsAreNamed(t *testing.T) {
	for words, expected := range map[string]string{
		"":                     "has no port",
		"x":                    "x is no port",
		"1 nonsense":           "neither a word",
		"1 tls suites=A":       "A is no cipher suite",
		"1 tls key=dsa":        "dsa is no kind of key",
		"1 sometimes/403":      "sometimes is no condition",
		"1 always/maybe":       "maybe is no answer",
		"1 tls key=rsa:little": "little is no size",
	} {
		if _, err := parse(words); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%q: %v", words, err)
		}
	}
}
