package dev.faultlab.testcontainers;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.Device;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;
import org.testcontainers.utility.ThrowingFunction;

/**
 * Any image on a Linux kernel of choice. QEMU boots the kernel inside the container and runs the
 * image's command on it.
 *
 * <pre>{@code
 * @Container
 * static final KernelContainer app =
 *     new KernelContainer("shop/checkout:1.9", Kernel.named("debian:trixie"))
 *         .withSysctl("net.ipv4.tcp_syncookies", "2")
 *         .withExposedPorts(8080)
 *         .waitingFor(Wait.forHttp("/health"));
 * }</pre>
 *
 * <p>The guest takes over the container's address. Mapped ports, network aliases, logs, the exit
 * status, packet captures and files that are copied before the start work as for any container;
 * commands and later copies go into the guest. By default it is ready when its command has been
 * started; {@link #withReadyLog} and {@link #waitingFor} wait for more.
 *
 * <p>KVM is used if a guest really runs with it. Otherwise the CPU is emulated: a start takes 5 to
 * 20 s, and the log says so. Counts are the same, durations are not.
 *
 * <p>Supported are images for x86-64. The engine's host needs {@code /dev/net/tun}. Subclasses
 * configure themselves in their constructor, like any module of Testcontainers.
 */
public class KernelContainer extends GenericContainer<KernelContainer> {
  private static final Duration STARTUP = Duration.ofMinutes(5);
  private static final Path KVM = Path.of("/dev/kvm");
  private static final String KERNEL = "/vm/kernel";
  private static final String LAID_OVER = "/guest";
  private static final String SERVICE = "/service";
  private static final long POLL_MILLIS = 200;

  private final Kernel kernel;
  private final Map<String, String> sysctls = new TreeMap<>();

  /**
   * A service on a kernel.
   *
   * @param image of the service
   * @param kernel fetched at the start if it is not here
   */
  public KernelContainer(String image, Kernel kernel) {
    this(DockerImageName.parse(image), kernel);
  }

  /**
   * A service on a kernel.
   *
   * @param image of the service
   * @param kernel fetched at the start if it is not here
   */
  public KernelContainer(DockerImageName image, Kernel kernel) {
    this(new GuestImage(image), kernel);
  }

  private KernelContainer(GuestImage image, Kernel kernel) {
    super(image);
    this.kernel = kernel;
    withLabels(Sidecars.labels());
    withEnv("VM_START_SECONDS", Long.toString(STARTUP.toSeconds()));
    waitingFor(new Ready().withStartupTimeout(STARTUP));
    withCreateContainerCmdModifier(create -> prepare(create, image));
  }

  private static void prepare(CreateContainerCmd create, GuestImage image) {
    List<Device> devices = new ArrayList<>();
    devices.add(new Device("rwm", "/dev/net/tun", "/dev/net/tun"));
    if (isLocal() && Files.exists(KVM)) {
      devices.add(new Device("rwm", KVM.toString(), KVM.toString()));
    }
    create
        .getHostConfig()
        .withCapDrop(Capability.ALL)
        .withCapAdd(Capability.NET_ADMIN)
        .withDevices(devices);
    String[] command = create.getCmd();
    if (command != null && command.length > 0) {
      List<String> words = new ArrayList<>(image.entrypoint());
      words.addAll(List.of(command));
      create.withCmd(words);
    }
  }

  private static boolean isLocal() {
    return DockerClientFactory.instance()
        .getTransportConfig()
        .getDockerHost()
        .getScheme()
        .equals("unix");
  }

  /**
   * Sets a parameter of the guest's kernel before the service starts.
   *
   * @param name such as {@code net.ipv4.tcp_syncookies}
   * @param value several numbers are separated by spaces
   * @return this
   */
  public KernelContainer withSysctl(String name, String value) {
    sysctls.put(name, value.strip().replaceAll("\\s+", ","));
    return withEnv(
        "VM_SYSCTLS",
        sysctls.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(" ")));
  }

  /**
   * Sets the guest's memory; 1024 MiB without this.
   *
   * @param mebibytes of memory
   * @return this
   */
  public KernelContainer withMemory(int mebibytes) {
    return withEnv("VM_MEMORY", Integer.toString(mebibytes));
  }

  /**
   * Sets the number of the guest's processors; 2 without this.
   *
   * @param cpus at least 1
   * @return this
   */
  public KernelContainer withCpus(int cpus) {
    return withEnv("VM_CPUS", Integer.toString(cpus));
  }

  /**
   * Is ready when a line of the service's output matches, as the guest itself sees it.
   *
   * @param regex in the syntax of Go's package regexp
   * @return this
   */
  public KernelContainer withReadyLog(String regex) {
    return withEnv("VM_READY_LOG", regex);
  }

  /**
   * Resumes from a snapshot of a ready guest with the same image, kernel and settings; without one,
   * makes it first. Snapshots are kept in a volume of the engine.
   *
   * <p>Guests from one snapshot share everything that was random before it. The service must listen
   * on the wildcard address, because each guest has another one.
   *
   * @param volume name of the volume
   * @return this
   */
  public KernelContainer withSnapshots(String volume) {
    withCreateContainerCmdModifier(
        create -> {
          List<Bind> binds = new ArrayList<>();
          if (create.getHostConfig().getBinds() != null) {
            binds.addAll(List.of(create.getHostConfig().getBinds()));
          }
          binds.add(new Bind(volume, new Volume("/vm/snapshots")));
          create.getHostConfig().withBinds(binds);
        });
    return withEnv("VM_SNAPSHOT", "/vm/snapshots")
        .withEnv("VM_SNAPSHOT_MODE", "auto")
        .withEnv("VM_SNAPSHOT_SECONDS", Long.toString(STARTUP.toSeconds()));
  }

  /**
   * The kernel that it was given.
   *
   * @return the kernel
   */
  public Kernel kernel() {
    return kernel;
  }

  /**
   * What runs the guest, as JSON: {@code backend} ({@code kvm} or {@code tcg}, which is emulation)
   * and its {@code reason}, {@code kernel}, {@code start} ({@code cold} or {@code restored}), times
   * in seconds.
   *
   * @return one JSON object
   */
  public String info() {
    return inMachine("vm", "info").getStdout();
  }

  /**
   * Runs a command in the guest with tools that the service's image may lack: ss, nstat, ip, tc,
   * nft, sh. The service's files are below {@code /service}.
   *
   * @param command program and arguments
   * @return what it printed, and its exit status
   */
  public ExecResult execWithTools(String... command) {
    List<String> words = new ArrayList<>(List.of("vm", "exec", "--tools", "--"));
    words.addAll(List.of(command));
    return inMachine(words.toArray(String[]::new));
  }

  /** Runs a command in the guest, as root. */
  @Override
  public ExecResult execInContainer(String... command) {
    return execInContainer(StandardCharsets.UTF_8, command);
  }

  /** Runs a command in the guest, as root. */
  @Override
  public ExecResult execInContainer(Charset outputCharset, String... command) {
    return execInContainer(outputCharset, ExecConfig.builder().command(command).build());
  }

  /** Runs a command in the guest, as root. */
  @Override
  public ExecResult execInContainer(ExecConfig execConfig) {
    return execInContainer(StandardCharsets.UTF_8, execConfig);
  }

  /**
   * Runs a command in the guest, as root.
   *
   * @throws UnsupportedOperationException if a user, a folder or variables are given
   */
  @Override
  public ExecResult execInContainer(Charset outputCharset, ExecConfig execConfig) {
    boolean more =
        execConfig.getUser() != null
            || execConfig.getWorkDir() != null
            || (execConfig.getEnvVars() != null && !execConfig.getEnvVars().isEmpty());
    if (more) {
      throw new UnsupportedOperationException(
          "commands in a guest run as root, in its root folder; use env or sh to change that");
    }
    List<String> words = new ArrayList<>(List.of("vm", "exec", "--"));
    words.addAll(List.of(execConfig.getCommand()));
    return inMachine(outputCharset, words.toArray(String[]::new));
  }

  /**
   * Not supported.
   *
   * @throws UnsupportedOperationException always: commands in a guest run as root
   */
  @Override
  @SuppressWarnings("deprecation") // it is still there to be called
  public ExecResult execInContainerWithUser(Charset outputCharset, String user, String... command) {
    throw new UnsupportedOperationException("commands in a guest run as root; use su in it");
  }

  /**
   * Copies into the guest. Before the start, and from a subclass while it starts, files are there
   * before the guest boots, or as soon as its service was started.
   */
  @Override
  public void copyFileToContainer(Transferable transferable, String containerPath) {
    if (!isRunning()) {
      super.copyFileToContainer(
          transferable,
          containerPath.startsWith("/vm/") ? containerPath : LAID_OVER + containerPath);
      return;
    }
    awaitService();
    String folder = "/run/vm/copied-" + UUID.randomUUID();
    super.copyFileToContainer(transferable, folder + containerPath);
    try {
      must(
          inMachine(
              "sh",
              "-c",
              "tar --create --directory \"$1\" . | vm exec --tools -- tar -x -C " + SERVICE,
              "copy",
              folder));
    } finally {
      inMachine("rm", "-rf", folder);
    }
  }

  /** Copies a file out of the guest. */
  @Override
  public <T> T copyFileFromContainer(
      String containerPath, ThrowingFunction<InputStream, T> function) {
    String copy = "/run/vm/copied-" + UUID.randomUUID();
    try {
      must(
          inMachine(
              "sh",
              "-c",
              "vm exec --tools -- cat \"" + SERVICE + "$1\" >\"$2\"",
              "copy",
              containerPath,
              copy));
      return super.copyFileFromContainer(copy, function);
    } finally {
      inMachine("rm", "-f", copy);
    }
  }

  @Override
  protected void containerIsCreated(String containerId) {
    super.copyFileToContainer(MountableFile.forHostPath(kernel.folder().toString()), KERNEL);
  }

  /** Any wait strategy: none of them says why a guest has ended. */
  @Override
  protected void waitUntilContainerStarted() {
    try {
      // A strategy's own time begins when the service was started: a boot may take minutes.
      new Ready().withStartupTimeout(STARTUP).waitUntilReady(this);
      super.waitUntilContainerStarted();
    } catch (RuntimeException e) {
      if (isRunning()) {
        throw e;
      }
      throw new IllegalStateException("the guest ended before it was ready: " + reason(), e);
    }
  }

  @Override
  protected void containerIsStarted(InspectContainerResponse containerInfo) {
    for (String line : getLogs().lines().toList()) {
      if (line.startsWith("vm: backend ")) {
        logger().info("{}: {}", kernel, line);
      } else if (line.startsWith("vm: EMULATED")) {
        logger().warn("{}: {}", kernel, line);
      }
    }
  }

  /** A service can be asked for something only once it was started. */
  private void awaitService() {
    poll(() -> info().matches("(?s).*\"starts\": [1-9].*"), STARTUP, "start its service");
  }

  private ExecResult inMachine(String... words) {
    return inMachine(StandardCharsets.UTF_8, words);
  }

  private ExecResult inMachine(Charset charset, String... words) {
    try {
      return super.execInContainer(charset, ExecConfig.builder().command(words).build());
    } catch (IOException e) {
      throw new IllegalStateException(words[0] + " failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a command ran in a guest", e);
    }
  }

  private static void must(ExecResult result) {
    if (result.getExitCode() != 0) {
      throw new IllegalStateException("cannot copy in a guest: " + result.getStderr().strip());
    }
  }

  private interface Condition {
    boolean holds();
  }

  private void poll(Condition condition, Duration limit, String what) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      if (!isRunning()) {
        throw new IllegalStateException(
            "the guest ended before it could " + what + ": " + reason());
      }
      if (condition.holds()) {
        return;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "the guest did not " + what + " within " + limit.toSeconds() + " s: " + reason());
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a guest was awaited", e);
      }
    }
  }

  /** What the vm program said last, with the end of the console if the kernel panicked. */
  private String reason() {
    List<String> lines = getLogs().lines().toList();
    int last = lines.size();
    while (last > 0 && !lines.get(last - 1).startsWith("vm: ")) {
      last--;
    }
    return last == 0
        ? "it logged nothing"
        : String.join("\n", lines.subList(last - 1, lines.size()));
  }

  /** Asks the vm program; a port that is open on the container says nothing about the guest. */
  private final class Ready extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {
      poll(() -> inMachine("vm", "ready").getExitCode() == 0, startupTimeout, "become ready");
    }
  }
}
