package dev.faultlab.testcontainers;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.commons.lang3.ArrayUtils;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.GenericContainer;
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
  private static final Duration STARTUP = Duration.ofMinutes(10);
  private static final String SERVICE = "/service";

  private final Kernel kernel;
  private final Map<String, String> sysctls = new TreeMap<>();

  /** Commands in the machine itself, not in its guest. */
  private final GuestProgram vm =
      new GuestProgram(
          this,
          (charset, words) ->
              super.execInContainer(charset, ExecConfig.builder().command(words).build()));

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
    waitingFor(vm.waitStrategy().withStartupTimeout(STARTUP));
    withCreateContainerCmdModifier(image::prepare);
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
    // Testcontainers' own bind would pull one more image, to see whether files can be mounted.
    Mount mount =
        new Mount().withType(MountType.VOLUME).withSource(volume).withTarget("/vm/snapshots");
    withCreateContainerCmdModifier(create -> create.getHostConfig().withMounts(List.of(mount)));
    return withEnv("VM_SNAPSHOT", "/vm/snapshots")
        .withEnv("VM_SNAPSHOT_MODE", "auto")
        .withEnv("VM_SNAPSHOT_SECONDS", Long.toString(STARTUP.toSeconds()));
  }

  /**
   * What runs the guest, as JSON: {@code backend} ({@code kvm} or {@code tcg}, which is emulation)
   * and its {@code reason}, {@code kernel}, {@code start} ({@code cold} or {@code restored}), times
   * in seconds.
   *
   * @return one JSON object
   */
  public String info() {
    return vm.info();
  }

  /**
   * Runs a command in the guest with tools that the service's image may lack: ss, nstat, ip, tc,
   * nft, sh. The service's files are below {@code /service}.
   *
   * @param command program and arguments
   * @return what it printed, and its exit status
   */
  public ExecResult execWithTools(String... command) {
    String[] tools = {"vm", "exec", "--tools", "--"};
    return vm.run(ArrayUtils.addAll(tools, command));
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
    String[] guest = {"vm", "exec", "--"};
    return vm.run(outputCharset, ArrayUtils.addAll(guest, execConfig.getCommand()));
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
          containerPath.startsWith("/vm/") ? containerPath : "/guest" + containerPath);
      return;
    }
    vm.awaitService(STARTUP);
    String folder = "/run/vm/copied-" + UUID.randomUUID();
    super.copyFileToContainer(transferable, folder + containerPath);
    try {
      vm.runCopyScript("tar -c -C \"$1\" . | vm exec --tools -- tar -x -C " + SERVICE, folder);
    } finally {
      vm.run("rm", "-rf", folder);
    }
  }

  /** Copies a file out of the guest. */
  @Override
  public <T> T copyFileFromContainer(
      String containerPath, ThrowingFunction<InputStream, T> function) {
    String copy = "/run/vm/copied-" + UUID.randomUUID();
    try {
      vm.runCopyScript("vm exec --tools -- cat \"" + SERVICE + "$1\" >\"$2\"", containerPath, copy);
      return super.copyFileFromContainer(copy, function);
    } finally {
      vm.run("rm", "-f", copy);
    }
  }

  @Override
  protected void containerIsCreated(String containerId) {
    super.copyFileToContainer(MountableFile.forHostPath(kernel.folder().toString()), "/vm/kernel");
  }

  /** Any wait strategy: none of them says why a guest has ended. */
  @Override
  protected void waitUntilContainerStarted() {
    try {
      // A strategy's own time begins when the service was started: a boot may take minutes.
      vm.waitStrategy().withStartupTimeout(STARTUP).waitUntilReady(this);
      super.waitUntilContainerStarted();
    } catch (RuntimeException e) {
      if (isRunning()) {
        throw e;
      }
      throw new IllegalStateException("the guest ended before it was ready: " + vm.reason(), e);
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
}
