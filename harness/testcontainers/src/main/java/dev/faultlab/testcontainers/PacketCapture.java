package dev.faultlab.testcontainers;

import com.github.dockerjava.api.model.Capability;
import dev.faultlab.sidecar.Tcpdump;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Records the packets of another container: tcpdump in a sidecar that shares its network. One
 * sidecar records any number of captures, also at the same time.
 *
 * <pre>{@code
 * try (PacketCapture packets = new PacketCapture(app)) {
 *   packets.start();
 *   PacketCapture.Recording recording = packets.begin();
 *   call(app);
 *   recording.end(Path.of("target/call.pcap")).assertLookups("backend.test", 1);
 * }
 * }</pre>
 *
 * <p>A marker frame opens and closes each capture. Both are awaited in the file, so a capture has
 * every packet between {@link #begin} and {@link Recording#end}, or {@link TestCapture#complete} is
 * false. Supported images: {@code nicolaka/netshoot} and others with bash, tcpdump and socat.
 */
public final class PacketCapture extends GenericContainer<PacketCapture> {

  /**
   * Enough for headers with all options, and DNS messages about names of usual length. It keeps at
   * most 74 bytes of a TCP segment's payload.
   */
  public static final int HEADERS = 128;

  private static final long STOP_SECONDS = 20;
  private static final String LIMIT_SECONDS = "60";

  private final GenericContainer<?> target;
  private static final String INTERFACE = "eth0";
  private String filter = "";
  private int snapLength = HEADERS;

  /**
   * With {@code nicolaka/netshoot}, or the image that the system property {@code
   * faultlab.image.netshoot} names.
   *
   * @param target started with this one if it does not run yet
   */
  public PacketCapture(GenericContainer<?> target) {
    this(target, Sidecars.image("netshoot"));
  }

  /**
   * With another image.
   *
   * @param target started with this one if it does not run yet
   * @param image must be declared a {@linkplain DockerImageName#asCompatibleSubstituteFor(String)
   *     substitute} for {@code nicolaka/netshoot} if it is another one
   */
  public PacketCapture(GenericContainer<?> target, DockerImageName image) {
    super(image);
    image.assertCompatibleWith(DockerImageName.parse("nicolaka/netshoot"));
    this.target = target;
    dependsOn(target);
    Sidecars.idle(
        this, Capability.NET_RAW, Capability.NET_ADMIN, Capability.SETUID, Capability.SETGID);
    withCreateContainerCmdModifier(
        create -> create.getHostConfig().withNetworkMode("container:" + target.getContainerId()));
  }

  /**
   * Records only some packets.
   *
   * @param expression for tcpdump, such as {@code port 53}
   * @return this capture
   */
  public PacketCapture withFilter(String expression) {
    this.filter = expression;
    return this;
  }

  /**
   * Keeps more of each frame, or less. More than {@link #HEADERS} records payloads: passwords,
   * cookies and personal data go into the file.
   *
   * @param bytes of each frame
   * @return this capture
   */
  public PacketCapture withSnapLength(int bytes) {
    this.snapLength = bytes;
    return this;
  }

  /** The container whose packets it records. */
  GenericContainer<?> target() {
    return target;
  }

  /**
   * Begins a capture. Returns when the opening marker is in the file.
   *
   * @return the capture under way
   * @throws IllegalStateException when tcpdump does not start, with its message
   */
  public Recording begin() {
    String token = UUID.randomUUID().toString();
    Recording recording =
        new Recording(new Tcpdump(INTERFACE, filter, snapLength, token + ".pcap", token));
    run(recording.tcpdump.startCommand());
    return recording;
  }

  /** A capture under way. */
  public final class Recording {
    private final Tcpdump tcpdump;
    private TestCapture done;

    private Recording(Tcpdump tcpdump) {
      this.tcpdump = tcpdump;
    }

    /**
     * Ends it. Returns when the closing marker is in the file, or can no longer arrive. Another
     * call returns the same.
     *
     * @param file where to copy the packets; missing folders are created
     * @return the packets
     */
    public TestCapture end(Path file) {
      if (done != null) {
        return done;
      }
      // The network of a container that has ended is gone.
      String output = run(tcpdump.stopCommand(target.isRunning() ? STOP_SECONDS : 1));
      try {
        Files.createDirectories(file.toAbsolutePath().getParent());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot create the folder of " + file, e);
      }
      copyFileFromContainer(Tcpdump.FOLDER + tcpdump.file(), file.toString());
      try {
        Tcpdump.Counts counts = Tcpdump.counts(output);
        done = new TestCapture(file, counts.complete(), counts.captured(), counts.dropped());
      } catch (IllegalArgumentException e) {
        done = new TestCapture(file, false, -1, 0); // it was killed before it could report anything
      }
      return done;
    }
  }

  private String run(List<String> command) {
    String what = "tcpdump in the network of " + target.getDockerImageName();
    List<String> timed = new ArrayList<>(List.of("timeout", LIMIT_SECONDS));
    timed.addAll(command);
    ExecResult result = Sidecars.answer(what, () -> execInContainer(timed.toArray(String[]::new)));
    if (result.getExitCode() != 0) {
      String errors = result.getStderr().strip();
      String none = "no marker was seen on " + INTERFACE + " for " + LIMIT_SECONDS + " s";
      throw new IllegalStateException(what + " failed: " + (errors.isEmpty() ? none : errors));
    }
    return result.getStdout();
  }
}
