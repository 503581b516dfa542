package samples

import (
	"io"
	"net/http"
)

// Leave closes a response's body without reading it. A connection on which the rest of a body may
// still arrive cannot carry the next request, so the transport closes it (net/http/transport.go,
// bodyEOFSignal): keep-alive is on, and every request connects, and looks up.
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
