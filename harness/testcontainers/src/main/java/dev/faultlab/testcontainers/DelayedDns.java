package dev.faultlab.testcontainers;

import dev.faultlab.testcontainers.condition.ArgumentCheck;
import dev.faultlab.testcontainers.condition.Zone;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.LogMessageWaitStrategy;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * A real name server (CoreDNS) whose answers a test changes while it runs. It answers for the
 * configured names, and answers that all others do not exist.
 *
 * <pre>{@code
 * @Container
 * static final DelayedDns dns = new DelayedDns().address("backend.test", 30, "192.0.2.1");
 *
 * @Container
 * static final GenericContainer<?> app = dns.resolves(new GenericContainer<>("shop/checkout:1.9"));
 * }</pre>
 *
 * <p>Only containers can use it. The test's own JVM cannot: it asks the name servers of the machine
 * it runs on.
 */
public final class DelayedDns extends GenericContainer<DelayedDns> {
  private static final Duration RELOAD = Duration.ofSeconds(30);

  /** The treatment of a query. */
  public enum Failure {
    /** An answer with a server failure. */
    SERVFAIL,
    /** An answer that there is no such name. */
    NXDOMAIN,
    /** Silence. */
    NO_ANSWER
  }

  private static final Pattern QUERY_LINE = Pattern.compile("asked \\S+ (\\S+)\\.$");

  private final DockerImageName image;

  /** One change at a time: each waits for its own reload. */
  private final Object changes = new Object();

  /** Guards everything below, which the thread that reads the log uses as well. */
  private final Object state = new Object();

  private final DnsNames names = new DnsNames();

  private int reloadsAsked;
  private GenericContainer<?> deadServer;
  private boolean deadFirst;

  /**
   * With {@code coredns/coredns}, or the image that the system property {@code
   * faultlab.image.coredns} names.
   */
  public DelayedDns() {
    this(Sidecars.image("coredns"));
  }

  /**
   * With another image.
   *
   * @param image must be declared a {@linkplain DockerImageName#asCompatibleSubstituteFor(String)
   *     substitute} for {@code coredns/coredns} if it is another one
   */
  public DelayedDns(DockerImageName image) {
    super(image);
    image.assertCompatibleWith(DockerImageName.parse("coredns/coredns"));
    this.image = image;
    withLabels(Sidecars.labels());
    withCommand("-conf", Sidecars.COREFILE);
    withExposedPorts(8181);
    waitingFor(Wait.forHttp("/ready").forPort(8181));
    withLogConsumer(this::logged);
  }

  /**
   * From now on a name has these addresses, and #fail no longer applies.
   *
   * @param name such as {@code backend.test}; upper case makes no difference
   * @param seconds how long they may be kept
   * @param addresses IPv4 or IPv6
   * @return this name server
   */
  public DelayedDns address(String name, int seconds, String... addresses) {
    return answer(
        name,
        old -> new Zone.Answer(List.of(addresses), seconds, old.delay(), Zone.Treatment.ADDRESSES));
  }

  /**
   * From now on a name has the address of a container.
   *
   * @param name such as {@code backend.test}
   * @param seconds how long it may be kept
   * @param container which runs
   * @return this name server
   */
  public DelayedDns address(String name, int seconds, GenericContainer<?> container) {
    return address(name, seconds, Sidecars.address(container));
  }

  /**
   * From now on a name has other addresses with the same TTL, as after a fail-over.
   *
   * @param name that has an address
   * @param addresses IPv4 or IPv6
   * @return this name server
   */
  public DelayedDns moveTo(String name, String... addresses) {
    return change(
        name, old -> new Zone.Answer(List.of(addresses), old.ttl(), old.delay(), old.treatment()));
  }

  /**
   * From now on a name has the address of another container.
   *
   * @param name that has an address
   * @param container which runs
   * @return this name server
   */
  public DelayedDns moveTo(String name, GenericContainer<?> container) {
    return moveTo(name, Sidecars.address(container));
  }

  /**
   * From now on each answer for a name takes this long. Queries do not wait for each other.
   *
   * @param name that has an address
   * @param delay at most 20 s
   * @return this name server
   */
  public DelayedDns delay(String name, Duration delay) {
    boolean ok = !delay.isNegative() && delay.toMillis() <= 20_000;
    ArgumentCheck.require(ok, "a delay of 0 to 20 s", delay);
    return change(name, old -> new Zone.Answer(old.addresses(), old.ttl(), delay, old.treatment()));
  }

  /**
   * From now on queries for a name fail, until it is given an {@link #address address}.
   *
   * @param name whether it has an address or not
   * @param failure what happens to each query
   * @return this name server
   */
  public DelayedDns fail(String name, Failure failure) {
    Zone.Treatment treatment = Zone.Treatment.valueOf(failure.name());
    return answer(name, old -> new Zone.Answer(old.addresses(), old.ttl(), old.delay(), treatment));
  }

  /**
   * The next queries for a name get no answer, later ones do. The change takes about 0.1 s, so
   * queries within that time after the last of them get no answer either.
   *
   * @param name that has an address
   * @param queries how many; A and AAAA are two
   * @return this name server
   */
  public DelayedDns loseAnswers(String name, int queries) {
    ArgumentCheck.require(queries >= 0, "a number of queries", queries);
    return change(() -> names.lose(name, queries));
  }

  /**
   * Puts a name server that never answers before this one, for containers that use #resolves. Call
   * it before the start.
   *
   * @return this name server
   */
  public DelayedDns behindDeadServer() {
    deadFirst = true;
    return this;
  }

  /**
   * Makes it the name server of a container.
   *
   * @param <C> its type
   * @param container which does not run yet
   * @return the container
   */
  public <C extends GenericContainer<?>> C resolves(C container) {
    container.dependsOn(this);
    container.withCreateContainerCmdModifier(
        create -> {
          Stream<GenericContainer<?>> servers = Stream.of(deadServer, this);
          List<String> addresses = servers.filter(Objects::nonNull).map(Sidecars::address).toList();
          create.getHostConfig().withDns(addresses);
        });
    return container;
  }

  @Override
  protected void configure() {
    reloadsAsked = 0; // a new container has a log of its own
    withCopyToContainer(Transferable.of(names.corefile(reloadsAsked)), Sidecars.COREFILE);
    if (deadFirst && deadServer == null) {
      deadServer =
          new GenericContainer<>(image)
              .withLabels(Sidecars.labels())
              .withNetwork(getNetwork())
              .withCommand("-conf", Sidecars.COREFILE)
              .withCopyToContainer(
                  Transferable.of(".:53 {\n  acl {\n    drop\n  }\n}\n"), Sidecars.COREFILE)
              .withStartupCheckStrategy(new IsRunningStartupCheckStrategy())
              .waitingFor(Wait.forLogMessage(".*CoreDNS-.*", 1));
      deadServer.start();
    }
  }

  @Override
  public void stop() {
    super.stop();
    if (deadServer != null) {
      deadServer.stop();
      deadServer = null;
    }
  }

  /** All queries are answered so from now on. */
  private DelayedDns answer(String name, UnaryOperator<Zone.Answer> to) {
    return change(
        () -> {
          names.change(name, to);
          names.lose(name, 0);
        });
  }

  private DelayedDns change(String name, UnaryOperator<Zone.Answer> to) {
    return change(() -> names.change(name, to));
  }

  private DelayedDns change(Runnable change) {
    synchronized (changes) {
      int reload;
      synchronized (state) {
        change.run();
        if (!isRunning()) {
          return this;
        }
        reload = askForReload();
      }
      new LogMessageWaitStrategy()
          .withRegEx(".*Reloading complete.*\\s")
          .withTimes(reload)
          .withStartupTimeout(RELOAD)
          .waitUntilReady(this);
    }
    return this;
  }

  private int askForReload() {
    Sidecars.configure(this, names.corefile(reloadsAsked));
    return ++reloadsAsked;
  }

  /** Each line of CoreDNS' log. */
  private void logged(OutputFrame frame) {
    Matcher asked = QUERY_LINE.matcher(frame.getUtf8StringWithoutLineEnding());
    synchronized (state) {
      if (asked.find() && names.lostLast(asked.group(1))) {
        askForReload();
      }
    }
  }
}
