package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.lang3.ArrayUtils;

/**
 * The program {@code caller} at work in a container: a canary, or the load on a service. It sends
 * requests, cancels none, and reports what became of each.
 */
public final class Caller implements Client, AutoCloseable {
  /** Where a container has the program. */
  public static final String PATH = "/faultlab-caller";

  private static final int REQUEST_BYTES = 64;
  private static final int UPLOAD_BYTES = 20_000;
  private static final String SOCKET = "/tmp/faultlab-caller";

  private static final String STOP =
      "[[ ! -e %1$s.pid ]] || kill -9 $(cat %1$s.pid) 2>/dev/null; rm -f %1$s.*\n"
          .formatted(SOCKET);
  private static final String START =
      """
      input=$1; shift
      printf %%s "$input" | setsid %1$s "$@" >%2$s.log 2>&1 & echo $! >%2$s.pid
      until grep -q ready %2$s.log; do kill -0 $! || { cat %2$s.log >&2; exit 1; }; sleep 0.05; done
      """
          .formatted(PATH, SOCKET);

  private final Part part;
  private final String address;
  private final String ask;
  private final String upload;

  private Caller(Part part, String address, String ask, String upload, List<String> options) {
    this.part = part;
    this.address = address;
    this.ask = ask;
    this.upload = upload;
    List<String> serve = new ArrayList<>(List.of("serve", SOCKET + ".socket"));
    serve.addAll(options);
    start(part, "", serve.toArray(String[]::new));
  }

  /** Starts the program with this input, and returns when it is ready; ends what ran before. */
  static void start(Part part, String input, String... arguments) {
    part.bash(STOP + START, ArrayUtils.addFirst(arguments, input));
  }

  /** Ends what a container runs of the program. */
  static void stop(Part part) {
    part.bash(STOP);
  }

  /**
   * Starts a canary, and ends what its container had.
   *
   * @param container with the program and bash
   * @param servers the addresses of its name servers
   * @param options its habits
   * @return it
   */
  public static Caller canary(Parts.Host container, List<String> servers, List<String> options) {
    List<String> words = new ArrayList<>(List.of("servers=" + String.join(",", servers)));
    words.addAll(options);
    return new Caller(
        container.part(), container.address(), "" + REQUEST_BYTES, "" + UPLOAD_BYTES, words);
  }

  /**
   * Starts the load on a service.
   *
   * @param part a container with the program and bash
   * @param address of the service
   * @param file in the container, with the requests {@code ask} and {@code upload}
   * @return it
   */
  public static Caller load(Part part, String address, String file) {
    return new Caller(part, address, "ask", "upload", List.of("http=" + file));
  }

  /**
   * Starts a load that runs commands, each for one request; a status of 0 is an answer.
   *
   * @param part a container with the program, bash and what the commands need
   * @param address of the service, which the commands have as {@code $SERVICE}
   * @param ask one request
   * @param upload one large request; empty for none
   * @return it
   */
  public static Caller commands(Part part, String address, String ask, String upload) {
    String serviceVariable = "SERVICE=" + address + "; ";
    return new Caller(
        part,
        address,
        "ask",
        upload.isEmpty() ? "" : "upload",
        List.of("run=" + serviceVariable + ask, "large=" + serviceVariable + upload));
  }

  /**
   * The program, where the jar has it.
   *
   * @param architecture of the engine, such as {@code amd64} or {@code x86_64}
   * @return one static executable, or the file that the system property {@code faultlab.caller}
   *     names
   */
  public static Optional<byte[]> program(String architecture) {
    String name = architecture.matches("aarch64|arm64") ? "arm64" : "amd64";
    String named = System.getProperty("faultlab.caller", "");
    try (InputStream in =
        named.isEmpty()
            ? Caller.class.getResourceAsStream("caller-" + name)
            : java.nio.file.Files.newInputStream(java.nio.file.Path.of(named))) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
    return send("ask", "" + requests, "" + atOnce, ask, "" + wait.toMillis())
        .lines()
        .map(Caller::request)
        .toList();
  }

  private static SentRequest request(String line) {
    String[] words = line.split(" ", 6);
    if (words.length < 6) {
      throw new IllegalStateException("expected a request of a client, found " + line);
    }
    return new SentRequest(
        Integer.parseInt(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Ending.valueOf(words[3].toUpperCase(Locale.ROOT)),
        Integer.parseInt(words[4]),
        words[5]);
  }

  @Override
  public void upload(int requests) {
    if (upload.isEmpty()) {
      Client.super.upload(requests);
    }
    send("ask", "" + requests, "" + requests, upload, "0");
  }

  @Override
  public void forget() {
    send("forget");
  }

  private String send(String what, String... words) {
    String[] command = {PATH, what, SOCKET + ".socket"};
    return part.run(List.of(ArrayUtils.addAll(command, words)));
  }

  @Override
  public void close() {
    stop(part);
  }
}
