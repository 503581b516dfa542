// Answers each request after one call of its upstream, with the client that CLIENT names.
package main

import (
	"context"
	"database/sql"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/lib/pq"
)

const database = "postgres://shop:example@db:5432/postgres?sslmode=disable"

func get(timeout time.Duration) func(context.Context) error {
	client := http.Client{Timeout: timeout, Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	return func(context.Context) error {
		answer, err := client.Get("http://api:8080/")
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		_, err = io.Copy(io.Discard, answer.Body)
		return err
	}
}

func pq(idle time.Duration) func(context.Context) error {
	db, err := sql.Open("postgres", database)
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxIdleConns(16)
	db.SetConnMaxIdleTime(idle)
	return func(ctx context.Context) error { return db.QueryRowContext(ctx, "select 1").Scan(new(int)) }
}

// A pgx pool pings what was idle for a second before it hands it out.
func pgx(settings string) func(context.Context) error {
	pool, err := pgxpool.New(context.Background(), database+"&pool_max_conns=16"+settings)
	if err != nil {
		log.Fatal(err)
	}
	return func(ctx context.Context) error { return pool.QueryRow(ctx, "select 1").Scan(new(int)) }
}

func main() {
	call := map[string]func() func(context.Context) error{
		"http":         func() func(context.Context) error { return get(0) },
		"http-timeout": func() func(context.Context) error { return get(2 * time.Second) },
		"pq":           func() func(context.Context) error { return pq(0) },
		"pq-idle":      func() func(context.Context) error { return pq(3 * time.Second) },
		"pgx":          func() func(context.Context) error { return pgx("") },
	}[os.Getenv("CLIENT")]()
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if err := call(r.Context()); err != nil {
			log.Print(err)
			http.Error(w, "no answer", http.StatusServiceUnavailable)
		}
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
