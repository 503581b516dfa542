package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.Met;
import dev.faultlab.seen.Rounds;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/**
 * The upstream closes each open connection at the moment in which it is used again: its FIN meets
 * the request, as when an idle timeout of the server ends just then. The router sends the FIN and
 * the reset that follows, by the program {@code caller}; the request does not arrive.
 */
public record ClosesAsReused() implements NetworkCondition {
  private static final String FILES = "/tmp/faultlab-close";
  private static final String STOP =
      "[[ ! -e %1$s.pid ]] || kill $(cat %1$s.pid) 2>/dev/null; rm -f %1$s.*\n".formatted(FILES);
  private static final String START =
      """
      setsid %1$s close "$@" </dev/null >%2$s.log 2>&1 & echo $! >%2$s.pid
      until grep -q ready %2$s.log; do kill -0 $! || { cat %2$s.log >&2; exit 1; }; sleep 0.05; done
      """
          .formatted(Caller.PATH, FILES);

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
    return new CountedRun(bed) {
      private final OpenConnections old = new OpenConnections();

      @Override
      void begin() {
        List<String> ends = new ArrayList<>();
        for (String line : old.mark(part, clients)) {
          Matcher entry = Connections.ENTRY.matcher(line);
          if (entry.lookingAt()) {
            ends.addAll(List.of(entry.group(2), entry.group(4), entry.group(3), entry.group(5)));
          }
        }
        old.treat(clients, router, "mangle PREROUTING", "-j DROP");
        part.bash(STOP + START, ends.toArray(String[]::new));
      }

      @Override
      Met met(String client, Rounds rounds, Traffic.Counts sent) {
        return old.met(this, client, rounds, sent);
      }

      @Override
      public void close() {
        part.bash(STOP);
        super.close();
      }
    };
  }
}
