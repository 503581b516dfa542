package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// rule is an answer that certain requests get.
type rule struct {
	when   func(r *http.Request, nth int) bool
	answer func(w http.ResponseWriter, of *conn)
}

// both is an answer with two lengths, of which RFC 9112 lets a proxy accept one at most.
const both = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"

func parseRule(word string) (one rule, err error) {
	when, what, found := strings.Cut(word, "/")
	if !found {
		return one, fmt.Errorf("%s is neither a word of a listener nor a rule WHEN/WHAT", word)
	}
	kind, value, _ := strings.Cut(when, ":")
	switch kind {
	case "header":
		one.when = func(r *http.Request, _ int) bool { return r.Header.Get(value) != "" }
	case "chunked":
		one.when = func(r *http.Request, _ int) bool { return len(r.TransferEncoding) > 0 }
	case "http1.1":
		one.when = func(r *http.Request, _ int) bool { return r.ProtoAtLeast(1, 1) }
	case "forged":
		one.when = func(r *http.Request, _ int) bool {
			code := hmac.New(sha256.New, []byte(value))
			_, _ = io.Copy(code, r.Body)
			return hex.EncodeToString(code.Sum(nil)) != r.Header.Get("X-Signature")
		}
	case "always":
		one.when = func(*http.Request, int) bool { return true }
	case "nth":
		which, err := strconv.Atoi(value)
		if err != nil {
			return one, err
		}
		one.when = func(_ *http.Request, nth int) bool { return nth == which }
	default:
		return one, fmt.Errorf("%s: %s is no condition of a rule", word, kind)
	}
	switch what {
	case "reset":
		one.answer = func(w http.ResponseWriter, of *conn) { raw(w, of, "") }
	case "both":
		one.answer = func(w http.ResponseWriter, of *conn) { raw(w, of, both) }
	default:
		status, err := strconv.Atoi(what)
		if err != nil || status < 200 || status > 599 {
			return one, fmt.Errorf("%s: %s is no answer of a rule", word, what)
		}
		one.answer = func(w http.ResponseWriter, _ *conn) { w.WriteHeader(status) }
	}
	return one, nil
}

// raw writes an answer as it is, or resets the connection.
func raw(w http.ResponseWriter, of *conn, answer string) {
	taken, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err) // HTTP/2
	}
	if answer == "" {
		_ = of.tcp.SetLinger(0)
		_ = of.tcp.Close()
	} else {
		_, _ = taken.Write([]byte(answer))
		_ = taken.Close()
	}
}

// answer is that of a server without rules; a gRPC call gets an empty message.
func answer(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc"):
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set("Trailer", "Grpc-Status")
		_, _ = w.Write(make([]byte, 5))
		w.Header().Set("Grpc-Status", "0")
	case r.Method == http.MethodGet:
		_, _ = w.Write([]byte("ok\n"))
	}
}
