package dev.faultlab.lookup.outage;

import dev.faultlab.lookup.resolve.HostName;
import dev.faultlab.lookup.resolve.NameResolver;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * One outage. The name server loses a name, the name is looked up and fails, the name server has it
 * again. From the moment at which the server itself answers, lookups are counted, and those that
 * fail all the same.
 *
 * <p>The clock decides nothing; it only leaves out what would decide nothing. A failure from the
 * outage is remembered for {@link #MEMORY} from when it was one, which is later than when its
 * lookup began. So a lookup that is over less than that after this beginning was made while the
 * failure was remembered, if it is remembered at all, and counts; a later one does not. A machine
 * that stands still leaves fewer to count.
 */
final class Outage {
  /**
   * {@code networkaddress.cache.negative.ttl} in the java.security of every JDK. One between 0 and
   * that is not reckoned with.
   */
  static final Duration MEMORY = Duration.ofSeconds(10);

  /** The lookups and what they wait for take turns with pauses of that length. */
  static final Duration PAUSE = Duration.ofMillis(50);

  /** For how long a change is awaited. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Of the block TEST-NET-1 (RFC 5737): to look up, not to call. */
  private static final String ADDRESS = "192.0.2.53";

  private final HostName host;
  private final HostName asked;
  private final int lookups;
  private final Path hosts;
  private final NameResolver resolver;
  private final NameResolver server;
  private final Pace pace;
  private OptionalLong firstSuccess = OptionalLong.empty();

  /**
   * @param host the name that fails and comes back
   * @param asked the name that is looked up meanwhile
   * @param lookups of {@code host} after the name server answered
   * @param hosts where the name server has {@code host} from, in the form of /etc/hosts
   * @param resolver that may remember failures
   * @param server asks the name server itself and remembers nothing
   */
  Outage(
      HostName host,
      HostName asked,
      int lookups,
      Path hosts,
      NameResolver resolver,
      NameResolver server,
      Pace pace) {
    this.host = host;
    this.asked = asked;
    this.lookups = lookups;
    this.hosts = hosts;
    this.resolver = resolver;
    this.server = server;
    this.pace = pace;
  }

  /**
   * @throws IllegalStateException when the name server does not lose the name or get it back, a
   *     lookup succeeds meanwhile, or none does afterwards
   */
  OutageReport run() throws IOException, InterruptedException {
    // CoreDNS (hosts plugin, readHosts) reads a file again where its time or its size differs. The
    // size always does, so that two files in one tick of the clock are two to it.
    Files.writeString(hosts, "");
    await(() -> !answers(server, host), "the name server still has " + host);
    long begun = pace.nanoTime();
    if (answers(resolver, asked)) {
      throw new IllegalStateException(
          asked + " has an address, expected none while the name server fails");
    }
    Files.writeString(hosts, ADDRESS + " " + host + "\n");
    await(() -> answers(server, host), "the name server does not have " + host);

    long answered = pace.nanoTime();
    long beganMicros = nowMicros();
    int after = 0;
    int failed = 0;
    for (int i = 0; i < lookups; i++) {
      boolean succeeded = succeeds();
      if (pace.nanoTime() - begun < MEMORY.toNanos()) {
        after++;
        failed += succeeded ? 0 : 1;
      }
      pace.pause(PAUSE);
    }
    long endedMicros = nowMicros();
    await(() -> firstSuccess.isPresent() || succeeds(), "lookups of " + host + " still fail");

    return new OutageReport(
        System.getProperty("java.runtime.version"),
        host.text(),
        asked.text(),
        after,
        failed,
        beganMicros,
        endedMicros,
        (firstSuccess.getAsLong() - answered) / 1e6);
  }

  private boolean succeeds() {
    boolean succeeded = answers(resolver, host);
    if (succeeded && firstSuccess.isEmpty()) {
      firstSuccess = OptionalLong.of(pace.nanoTime());
    }
    return succeeded;
  }

  private void await(BooleanSupplier change, String otherwise) throws InterruptedException {
    long begun = pace.nanoTime();
    while (!change.getAsBoolean()) {
      if (pace.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new IllegalStateException(otherwise + " after " + PATIENCE.toSeconds() + " s");
      }
      pace.pause(PAUSE);
    }
  }

  private static boolean answers(NameResolver asked, HostName name) {
    try {
      asked.resolve(name.text());
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
