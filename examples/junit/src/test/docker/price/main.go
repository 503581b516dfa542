// Price asks another service for each request, over a new connection unless KEEP_ALIVE is true.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	keepAlive := os.Getenv("KEEP_ALIVE") == "true"
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: !keepAlive}}
	http.HandleFunc("/stock", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "7")
	})
	http.HandleFunc("/price", func(w http.ResponseWriter, _ *http.Request) {
		answer, err := client.Get("http://stock.test:8080/stock")
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		io.Copy(w, answer.Body)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
