package dev.faultlab.testcontainers.condition;

import dev.faultlab.sidecar.Resource;
import java.util.List;
import java.util.stream.Stream;

/** A canary at work in its container. */
final class CanaryClient implements Client, AutoCloseable {
  private static final int REQUEST_BYTES = 64;
  private static final int UPLOAD_BYTES = 20_000;

  /** Uploads have workers of their own, unless there is only one for everything. */
  private static final int FIRST_UPLOAD = 16;

  private static final String STOP =
      """
      if [[ -e /tmp/canary/pids ]]; then xargs kill -9 </tmp/canary/pids 2>/dev/null || true; fi
      # A worker may still be writing a result.
      until rm -rf /tmp/canary 2>/dev/null; do sleep 0.05; done
      """;

  private final Part part;
  private final String address;

  /**
   * Starts a canary, and ends the one that its container had.
   *
   * @param servers the addresses of its name servers, with commas
   */
  CanaryClient(Parts.Addressed container, String servers, Canary canary) {
    this.part = container.part();
    this.address = container.address();
    part.bash(STOP);
    part.bash(
        Resource.text(CanaryClient.class, "canary.sh"),
        Stream.concat(Stream.of("servers=" + servers), canary.options().stream())
            .toArray(String[]::new));
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public Answers ask(int requests, int atOnce) {
    return send(requests, atOnce, REQUEST_BYTES, 0);
  }

  @Override
  public Answers upload(int requests) {
    return send(requests, requests, UPLOAD_BYTES, FIRST_UPLOAD);
  }

  private Answers send(int calls, int atOnce, int bytes, int firstWorker) {
    String[] arguments =
        Stream.of(calls, atOnce, bytes, firstWorker, PATIENCE_SECONDS)
            .map(Object::toString)
            .toArray(String[]::new);
    String said = part.bash(Resource.text(CanaryClient.class, "ask.sh"), arguments);
    List<Integer> counts = Stream.of(said.strip().split(" ")).map(Integer::valueOf).toList();
    return new Answers(calls, counts.get(0), counts.get(1), counts.get(2));
  }

  @Override
  public void close() {
    part.bash(STOP);
  }
}
