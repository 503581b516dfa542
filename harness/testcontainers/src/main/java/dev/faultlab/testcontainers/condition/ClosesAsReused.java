package dev.faultlab.testcontainers.condition;

import java.net.URI;

/**
 * The upstream closes each open connection at the moment in which it is used again: its FIN meets
 * the request, as when an idle timeout of the server ends just then. The router sends the FIN and
 * the reset that follows, by the program {@code caller}; the request does not arrive.
 */
public record ClosesAsReused() implements NetworkCondition {
  @Override
  public About about() {
    return new About(
        "closes-as-reused",
        "closes each open connection just when the next request comes",
        URI.create("https://github.com/nodejs/node/issues/47130"),
        About.CALLS,
        Canary.ofConnections("an error", "0s", Canary.repeats("0s", "5s"), Canary.EACH));
  }

  @Override
  public Running start(Testbed bed) {
    Part part = bed.parts().router();
    return new OpenConnections(bed) {
      @Override
      void begin() {
        String open = String.join("\n", mark());
        treat("mangle PREROUTING", "-j DROP");
        Caller.start(part, open, "close");
      }

      @Override
      public void close() {
        Caller.stop(part);
        super.close();
      }
    };
  }
}
