package samples

import (
	"io"
	"net/http"
)

// Leave closes a response's body without reading it. A connection on which the rest of a body may
// still arrive cannot carry the next request, so the transport closes it (net/http/transport.go,
// bodyEOFSignal): keep-alive is on, and every request connects, and looks up.
//
// Go 1.27 takes some of that away: Close reads the rest by itself where it is announced with at
// most 256 KiB and comes within 50 ms (maybeDrainBody, maxPostCloseReadBytes). A large body, or a
// slow one, is as it was.
func Leave(response *http.Response) error {
	return response.Body.Close()
}

// Drain reads the body to its end, and the connection is kept. One line of difference, and no
// warning from compiler or vet.
func Drain(response *http.Response) error {
	_, err := io.Copy(io.Discard, response.Body)
	if closed := response.Body.Close(); err == nil {
		err = closed
	}
	return err
}
