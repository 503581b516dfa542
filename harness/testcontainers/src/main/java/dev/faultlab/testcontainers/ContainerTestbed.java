package dev.faultlab.testcontainers;

import com.github.dockerjava.api.model.Capability;
import dev.faultlab.testcontainers.condition.ArgumentCheck;
import dev.faultlab.testcontainers.condition.Caller;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.JvmClient;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.Part;
import dev.faultlab.testcontainers.condition.Parts;
import dev.faultlab.testcontainers.condition.Testbed;
import dev.faultlab.testcontainers.condition.Trial;
import dev.faultlab.testcontainers.condition.Upstream;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.lifecycle.Startable;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.DockerImageName;

/**
 * Puts a {@link NetworkCondition} between a container and the one that it calls: a router, a name
 * server and four canaries, all in Docker's default network.
 *
 * <pre>{@code
 * static final ContainerTestbed bed =
 *     new ContainerTestbed(new IdleDropped(Duration.ofSeconds(5)))
 *         .upstream("backend.test", 8080, backend);
 *
 * @Container
 * static final GenericContainer<?> app = bed.serves(new GenericContainer<>("shop/checkout:1.9"));
 *
 * @Test
 * void survivesForgottenConnections() {
 *   try (Trial trial = bed.trial()) {
 *     trial.run(bed.asks(app, "curl -sSf http://$SERVICE:8080/")).assertAbsent();
 *   }
 * }
 * }</pre>
 *
 * <p>Supported images: those of {@link PacketCapture} and {@link DelayedDns}.
 */
public final class ContainerTestbed implements Startable {
  private final NetworkCondition condition;
  private final DockerImageName tools = Sidecars.image("netshoot");
  private final DockerImageName coredns = Sidecars.image("coredns");
  private final Map<String, Backend> upstreams = new HashMap<>();
  private final List<GenericContainer<?>> started = new ArrayList<>();
  private Testbed bed;

  private record Backend(int port, GenericContainer<?> container) {}

  /**
   * A testbed for a condition.
   *
   * @param condition that its router is made for
   */
  public ContainerTestbed(NetworkCondition condition) {
    this.condition = condition;
  }

  /**
   * The service may call this container, by this name only. Call it before the start.
   *
   * @param name that the service looks up, such as {@code backend.test}
   * @param port of TCP; each upstream has another one
   * @param container started with the testbed if it does not run yet
   * @return this
   */
  public ContainerTestbed upstream(String name, int port, GenericContainer<?> container) {
    boolean isFree = upstreams.values().stream().noneMatch(each -> each.port == port);
    ArgumentCheck.require(isFree, "another port for each upstream", port);
    upstreams.put(name, new Backend(port, container));
    return this;
  }

  /**
   * Gives a container the testbed's name server.
   *
   * @param container the service under test, which does not run yet
   * @param <C> its type
   * @return the same container
   */
  public <C extends GenericContainer<?>> C serves(C container) {
    container.dependsOn(this);
    container.withCreateContainerCmdModifier(
        cmd -> cmd.getHostConfig().withDns(bed.parts().nameServers(condition.twoNameServers())));
    return container;
  }

  /**
   * Asks a service by a command of bash, such as {@code curl -sSf http://$SERVICE:8080/}, in a
   * container of the testbed with the tools of nicolaka/netshoot. It is answered if the command
   * ends with status 0.
   *
   * @param service that runs; the command has its address as {@code $SERVICE}
   * @param ask sends one request, which causes at least one call
   * @param upload the same for a large request, if the condition needs one
   * @return a client for {@link Trial#run}
   */
  public Client asks(GenericContainer<?> service, String ask, String... upload) {
    GenericContainer<?> load = Sidecars.caller(part());
    started.add(load);
    load.start();
    return Caller.commands(part(load), address(service), ask, String.join(";", upload));
  }

  /**
   * Where code in this JVM reaches an upstream through the testbed, such as for a JDBC URL.
   *
   * @param name of the upstream
   * @return address and port, such as {@code 172.17.0.5:5432}
   */
  public String addressOf(String name) {
    return bed.upstreams().stream()
        .filter(upstream -> upstream.name().equals(name))
        .findFirst()
        .map(upstream -> upstream.front() + ":" + upstream.port())
        .orElseThrow(() -> new IllegalArgumentException("no upstream '" + name + "'"));
  }

  /**
   * Code in this JVM that calls an upstream at {@link #addressOf}, such as a client with its pool.
   *
   * @param call sends one request and returns when it is answered; an exception is a failure
   * @return a client for {@link Trial#run}
   */
  public Client calls(Callable<?> call) {
    try (DatagramSocket route = new DatagramSocket()) {
      route.connect(new InetSocketAddress(bed.upstreams().get(0).front(), 9)); // sends nothing
      return new JvmClient(route.getLocalAddress().getHostAddress(), call);
    } catch (SocketException e) {
      throw new IllegalStateException("this machine has no route to the testbed", e);
    }
  }

  /**
   * Where calls of a service come from, for {@link Client#calling}.
   *
   * @param container that runs
   * @return its address
   */
  public String address(GenericContainer<?> container) {
    return Sidecars.address(container);
  }

  /** {@return a new trial, whose condition does not hurt yet} */
  public Trial trial() {
    return trial(condition);
  }

  /**
   * A trial of another condition.
   *
   * @param other with the same {@link NetworkCondition#routerSysctls}
   * @return a new trial, whose condition does not hurt yet
   */
  public Trial trial(NetworkCondition other) {
    return Trial.start(bed, other);
  }

  /** {@return the connected parts} */
  public Testbed bed() {
    return bed;
  }

  @Override
  public void start() {
    if (bed != null) {
      return;
    }
    GenericContainer<?> router = Sidecars.caller(part());
    router.withCreateContainerCmdModifier(
        cmd -> cmd.getHostConfig().withSysctls(condition.routerSysctls()));
    GenericContainer<?> names = part();
    List<GenericContainer<?>> canaries = new ArrayList<>();
    while (canaries.size() < Parts.CANARIES) {
      canaries.add(Sidecars.caller(part()));
    }
    // Docker gives no container a second address: these two keep theirs from being given away.
    GenericContainer<?> spare = part();
    GenericContainer<?> secondNames = part();
    List<GenericContainer<?>> parts = new ArrayList<>(canaries);
    parts.addAll(List.of(router, names, spare, secondNames));
    started.addAll(parts);
    Startables.deepStart(
            Stream.concat(parts.stream(), upstreams.values().stream().map(Backend::container)))
        .join();
    String front = Sidecars.address(router);
    String spareAddress = takeAddress(spare);
    GenericContainer<?> server = new GenericContainer<>(coredns);
    bed =
        new Testbed(
            new Parts(
                part(router),
                part(names),
                canaries.stream().map(ContainerTestbed::host).toList(),
                Sidecars.address(names),
                takeAddress(secondNames),
                corefile -> Sidecars.configure(server, corefile),
                Optional.empty()),
            upstreams.entrySet().stream()
                .map(
                    each ->
                        new Upstream(
                            each.getKey(),
                            each.getValue().port,
                            front,
                            spareAddress,
                            Sidecars.address(each.getValue().container)))
                .toList(),
            false);
    server
        .withLabels(Sidecars.labels())
        .withNetworkMode("container:" + names.getContainerId())
        .withCommand("-conf", Sidecars.COREFILE)
        .withCopyToContainer(Transferable.of(bed.corefile()), Sidecars.COREFILE)
        .withStartupCheckStrategy(new IsRunningStartupCheckStrategy());
    started.add(0, server);
    server.start();
    bed.connect();
  }

  @Override
  public void stop() {
    started.forEach(GenericContainer::stop);
    started.clear();
    bed = null;
  }

  private GenericContainer<?> part() {
    return Sidecars.idle(new GenericContainer<>(tools), Capability.NET_ADMIN, Capability.NET_RAW);
  }

  /** Takes the address from a container; for Docker, the container still owns it. */
  private static String takeAddress(GenericContainer<?> container) {
    String address = Sidecars.address(container);
    part(container).bash("ip address flush dev eth0");
    return address;
  }

  private static Parts.Host host(GenericContainer<?> container) {
    return new Parts.Host(part(container), Sidecars.address(container));
  }

  private static Part part(GenericContainer<?> container) {
    return command -> {
      String what = "a command in " + container.getDockerImageName();
      var result =
          Sidecars.answer(what, () -> container.execInContainer(command.toArray(String[]::new)));
      if (result.getExitCode() != 0) {
        throw new IllegalStateException(what + " failed: " + result.getStderr());
      }
      return result.getStdout();
    };
  }
}
