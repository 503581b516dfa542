package dev.faultlab.lookup.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lookup.resolve.HostName;
import dev.faultlab.lookup.resolve.NameResolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a clock that moves when the program pauses, and when a test says that the machine stood. */
class OutageTest {
  private static final HostName HOST = new HostName("svc.outage.lab");
  private static final NameResolver ALWAYS = name -> InetAddress.getLoopbackAddress();
  private static final NameResolver NEVER =
      name -> {
        throw new UnknownHostException(name);
      };

  @TempDir private Path dir;
  private Path hosts;
  private long now;

  @BeforeEach
  void theNameServerHasTheNameFromTheTrialBefore() throws IOException {
    hosts = Files.writeString(dir.resolve("hosts"), "192.0.2.53 " + HOST);
  }

  @Test
  void countsLookUpsThatFailWhileTheFailureIsRemembered() throws Exception {
    OutageReport report = outage(HOST, new Remembering(), this::askServer).run();

    assertThat(report.after()).isEqualTo(10);
    assertThat(report.failed()).isEqualTo(10);
    assertThat(report.outlivedMillis()).isEqualTo(Outage.MEMORY.toMillis());
    assertThat(report.endedMicros()).isGreaterThanOrEqualTo(report.beganMicros());
  }

  @Test
  void noneFailsWhereNothingIsRemembered() throws Exception {
    OutageReport report = outage(HOST, this::askServer, this::askServer).run();

    assertThat(report.after()).isEqualTo(10);
    assertThat(report.failed()).isZero();
    assertThat(report.outlivedMillis()).isZero();
  }

  @Test
  void noneFailsWhereAnotherNameWasAskedFor() throws Exception {
    HostName other = new HostName("other.outage.lab");
    OutageReport report = outage(other, new Remembering(), this::askServer).run();

    assertThat(report.asked()).isEqualTo("other.outage.lab");
    assertThat(report.after()).isEqualTo(10);
    assertThat(report.failed()).isZero();
  }

  /** All would succeed by then, and none says that the failure was not remembered. */
  @Test
  void countsNothingWhereTheMachineStoodUntilTheFailureWasForgotten() throws Exception {
    NameResolver late =
        name -> {
          InetAddress address = askServer(name);
          now += Outage.MEMORY.toNanos();
          return address;
        };
    OutageReport report = outage(HOST, new Remembering(), late).run();

    assertThat(report.after()).isZero();
    assertThat(report.failed()).isZero();
  }

  @Test
  void countsNoLookUpDuringWhichTheFailureMayHaveBeenForgotten() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    NameResolver remembering = new Remembering();
    NameResolver standing =
        name -> {
          // The first is during the outage, four more are counted.
          if (calls.incrementAndGet() == 6) {
            now += Outage.MEMORY.toNanos();
          }
          return remembering.resolve(name);
        };
    OutageReport report = outage(HOST, standing, this::askServer).run();

    assertThat(report.after()).isEqualTo(4);
    assertThat(report.failed()).isEqualTo(4);
  }

  @Test
  void aNameServerThatDoesNotFollowIsTold() {
    assertThatThrownBy(() -> outage(HOST, this::askServer, ALWAYS).run())
        .hasMessage("the name server still has svc.outage.lab after 30 s");
    assertThatThrownBy(() -> outage(HOST, this::askServer, NEVER).run())
        .hasMessage("the name server does not have svc.outage.lab after 30 s");
  }

  @Test
  void lookUpsThatDoNotFailInTheOutageOrNeverSucceedAreTold() {
    assertThatThrownBy(() -> outage(HOST, ALWAYS, this::askServer).run())
        .hasMessage("svc.outage.lab has an address, expected none while the name server fails");
    assertThatThrownBy(() -> outage(HOST, NEVER, this::askServer).run())
        .hasMessage("lookups of svc.outage.lab still fail after 30 s");
  }

  private Outage outage(HostName asked, NameResolver resolver, NameResolver server) {
    return new Outage(HOST, asked, 10, hosts, resolver, server, new Pausing());
  }

  /** The name server: it has what stands in the file. */
  private InetAddress askServer(String name) throws UnknownHostException {
    if (!read(hosts).contains(" " + name)) {
      throw new UnknownHostException(name);
    }
    return InetAddress.getLoopbackAddress();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Pausing implements Pace {
    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void pause(Duration duration) {
      now += duration.toNanos();
    }
  }

  /** As InetAddress does with failures. */
  private final class Remembering implements NameResolver {
    private final Map<String, Long> forgotten = new HashMap<>();

    @Override
    public InetAddress resolve(String name) throws UnknownHostException {
      if (now < forgotten.getOrDefault(name, now)) {
        throw new UnknownHostException(name);
      }
      try {
        return askServer(name);
      } catch (UnknownHostException e) {
        forgotten.put(name, now + Outage.MEMORY.toNanos());
        throw e;
      }
    }
  }
}
