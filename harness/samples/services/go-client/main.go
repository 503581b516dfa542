// A service that asks another one with net/http. KEEP_ALIVE=off is what a transport for each request comes to: a connection and a
// lookup each time, because Go caches no names. The time-out is below the 5 s that a resolver waits for a silent name server.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	client := &http.Client{
		Timeout: 3 * time.Second,
		Transport: &http.Transport{
			DisableKeepAlives:   os.Getenv("KEEP_ALIVE") == "off",
			IdleConnTimeout:     3 * time.Second,
			MaxIdleConnsPerHost: 16,
		},
	}
	stock := os.Getenv("STOCK_URL")
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		answer, err := client.Get(stock)
		if err != nil {
			log.Print(err)
			http.Error(w, "no answer", http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		if _, err := io.Copy(w, answer.Body); err != nil {
			log.Print(err)
		}
	})
	log.Fatal(http.ListenAndServe(":8090", nil))
}
