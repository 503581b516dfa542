// go-servecontent PORT serves a folder with the one file here.txt. Its middlewares compress each answer, and differ in
// when they set the header that says so: /early/ before the handler, /late/ with the status, /never/ not at all.
package main

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"testing/fstest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Println(runtime.Version())
		return
	}
	files := http.FileServer(http.FS(fstest.MapFS{"here.txt": {Data: []byte("content")}}))
	for _, when := range []string{"early", "late", "never"} {
		http.Handle("/"+when+"/", http.StripPrefix("/"+when, compressed(files, when)))
	}
	fmt.Fprintln(os.Stderr, "go-servecontent:", http.ListenAndServe(":"+os.Args[1], nil))
	os.Exit(1)
}

func compressed(handler http.Handler, when string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		zip := gzip.NewWriter(w)
		defer zip.Close()
		if when == "early" {
			w.Header().Set("Content-Encoding", "gzip")
		}
		handler.ServeHTTP(writer{w, zip, when == "late"}, r)
	})
}

type writer struct {
	http.ResponseWriter
	zip  *gzip.Writer
	late bool
}

func (w writer) Write(text []byte) (int, error) { return w.zip.Write(text) }

func (w writer) WriteHeader(status int) {
	w.Header().Del("Content-Length") // that of the text before its compression
	if w.late {
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.ResponseWriter.WriteHeader(status)
}
