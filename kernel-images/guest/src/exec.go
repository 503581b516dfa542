package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"unsafe"
)

// execMain runs a command in the guest with this process's standard streams, and ends with its exit status.
func execMain(arguments []string) int {
	request := Request{Verb: verbExec}
	for len(arguments) > 0 {
		option := arguments[0]
		if option == "--" {
			arguments = arguments[1:]
			break
		}
		switch option {
		case "--tools":
			request.Tools = true
		case "--tty":
			request.TTY = true
		default:
			fmt.Fprintf(os.Stderr, "vm exec: unknown option %q (a command is written after --)\n%s", option, usage)
			return exitUsage
		}
		arguments = arguments[1:]
	}
	if len(arguments) == 0 {
		fmt.Fprintf(os.Stderr, "vm exec: no command was given\n%s", usage)
		return exitUsage
	}
	request.Argv = arguments
	if request.TTY {
		request.Env = []string{"TERM=" + os.Getenv("TERM")}
		request.Rows, request.Cols = windowSize()
		defer rawTerminal()()
	}
	return requestMain(stateDir, request)
}

// requestMain sends one request and relays what comes back.
func requestMain(dir string, request Request) int {
	connection, err := net.Dial("unix", filepath.Join(dir, clientSocket))
	if err != nil {
		fmt.Fprintf(os.Stderr, "vm: no guest runs in this container: %v\n", err)
		return exitMachine
	}
	defer connection.Close()
	frames := NewFrameWriter(connection)
	if err := frames.SendJSON(0, kindRequest, request); err != nil {
		fmt.Fprintf(os.Stderr, "vm: %v\n", err)
		return exitMachine
	}
	if request.Verb == verbExec {
		go sendInput(frames)
	}
	if request.TTY {
		go followWindow(frames)
	}
	for {
		frame, err := ReadFrame(connection)
		if err != nil {
			fmt.Fprintln(os.Stderr, "vm: the guest ended while the command ran; see the container's log")
			return exitMachine
		}
		switch frame.Kind {
		case kindOutput:
			os.Stdout.Write(frame.Payload)
		case kindError:
			os.Stderr.Write(frame.Payload)
		case kindFailure:
			fmt.Fprintf(os.Stderr, "vm: %s\n", frame.Payload)
			return exitMachine
		case kindExit:
			return ExitStatus(frame.Payload)
		}
	}
}

func sendInput(frames *FrameWriter) {
	buffer := make([]byte, maxPayload)
	for {
		n, err := os.Stdin.Read(buffer)
		if n > 0 && frames.Send(0, kindInput, buffer[:n]) != nil {
			return
		}
		if err != nil {
			if err == io.EOF {
				_ = frames.Send(0, kindInputEnd, nil)
			}
			return
		}
	}
}

func followWindow(frames *FrameWriter) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	for range changed {
		rows, cols := windowSize()
		var payload [4]byte
		binary.BigEndian.PutUint16(payload[:], rows)
		binary.BigEndian.PutUint16(payload[2:], cols)
		if frames.Send(0, kindWindowSize, payload[:]) != nil {
			return
		}
	}
}

func windowSize() (rows, cols uint16) {
	var size [4]uint16
	if ioctl(os.Stdin, syscall.TIOCGWINSZ, unsafe.Pointer(&size)) != nil || size[0] == 0 {
		return 24, 80
	}
	return size[0], size[1]
}

// rawTerminal hands every key to the guest's terminal; the result puts the old mode back (termios(3), cfmakeraw).
func rawTerminal() func() {
	var old syscall.Termios
	if ioctl(os.Stdin, syscall.TCGETS, unsafe.Pointer(&old)) != nil {
		return func() {} // not a terminal
	}
	raw := old
	raw.Iflag &^= syscall.IGNBRK | syscall.BRKINT | syscall.PARMRK | syscall.ISTRIP |
		syscall.INLCR | syscall.IGNCR | syscall.ICRNL | syscall.IXON
	raw.Oflag &^= syscall.OPOST
	raw.Lflag &^= syscall.ECHO | syscall.ECHONL | syscall.ICANON | syscall.ISIG | syscall.IEXTEN
	raw.Cflag = raw.Cflag&^(syscall.CSIZE|syscall.PARENB) | syscall.CS8
	_ = ioctl(os.Stdin, syscall.TCSETS, unsafe.Pointer(&raw))
	return func() { _ = ioctl(os.Stdin, syscall.TCSETS, unsafe.Pointer(&old)) }
}
