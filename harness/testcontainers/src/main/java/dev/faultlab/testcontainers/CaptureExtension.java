package dev.faultlab.testcontainers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.containers.GenericContainer;

/**
 * One {@link TestCapture} for each test of a class. Register it as a static field, below the
 * containers:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final CaptureExtension packets = CaptureExtension.of(app).expectHealthy();
 * }</pre>
 *
 * <p>If a test fails, its packets, a report and the container's log stay in {@code target/faultlab}
 * as {@code Class.method.pcap}, {@code .txt} and {@code .log}. Tests may run in parallel: each has
 * its own capture, which also contains the packets that other tests cause in the same container.
 */
public final class CaptureExtension
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private static final Path FOLDER = Path.of("target", "faultlab");
  private static final Pattern REPETITION = Pattern.compile("#(\\d+)\\]$");

  private final PacketCapture sidecar;
  private boolean expectHealthy;
  private boolean forClass;

  /** A waiting thread may begin another test, which then ends before the first one. */
  private final ThreadLocal<Deque<RunningTest>> tests = ThreadLocal.withInitial(ArrayDeque::new);

  private CaptureExtension(PacketCapture sidecar) {
    this.sidecar = sidecar;
  }

  /**
   * Records all packets of a container.
   *
   * @param container started with the capture if it does not run yet
   * @return an extension to register
   */
  public static CaptureExtension of(GenericContainer<?> container) {
    return of(new PacketCapture(container));
  }

  /**
   * Uses the settings of a capture.
   *
   * @param capture not started; the extension starts and stops it
   * @return an extension to register
   */
  public static CaptureExtension of(PacketCapture capture) {
    return new CaptureExtension(capture);
  }

  /**
   * Fails each test whose packets show a fault: {@link TestCapture#assertHealthy}.
   *
   * @return this extension
   */
  public CaptureExtension expectHealthy() {
    expectHealthy = true;
    return this;
  }

  /**
   * Ends the capture of the test that runs in this thread, and returns it. Another call returns the
   * same.
   *
   * @return the packets between the start of the test and the first call
   * @throws IllegalStateException when no test runs in this thread
   */
  public TestCapture end() {
    RunningTest test = tests.get().peek();
    if (test == null) {
      throw new IllegalStateException(
          "no capture: call end() in the test's own thread, between the first @BeforeEach and the"
              + " last @AfterEach");
    }
    return test.end();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    forClass = true;
    sidecar.start();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!forClass) {
      sidecar.start(); // a field of each test's own instance
    }
    tests.get().push(new RunningTest(sidecar.begin(), file(context)));
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    RunningTest test = tests.get().poll();
    if (test == null) {
      return; // it could not begin, which was reported
    }
    try {
      TestCapture capture = test.end();
      Optional<Throwable> failure = context.getExecutionException();
      if (failure.isEmpty() && expectHealthy) {
        try {
          capture.assertHealthy();
        } catch (AssertionError e) {
          save(capture, e);
          throw e;
        }
      }
      if (failure.isPresent()) {
        save(capture, failure.get());
      } else {
        Files.deleteIfExists(capture.file());
      }
    } finally {
      if (!forClass) {
        sidecar.stop();
      }
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    sidecar.stop();
  }

  private void save(TestCapture capture, Throwable failure) throws IOException {
    String name = capture.file().toString().replaceAll("\\.pcap$", "");
    Files.writeString(Path.of(name + ".txt"), capture.report(failure.toString()));
    Files.writeString(Path.of(name + ".log"), log());
  }

  private String log() {
    try {
      return sidecar.target().getLogs();
    } catch (RuntimeException e) {
      return "no log: " + e.getMessage(); // the test may have removed the container
    }
  }

  private static Path file(ExtensionContext context) {
    String type = context.getRequiredTestClass().getName();
    String name =
        type.substring(type.lastIndexOf('.') + 1) + "." + context.getRequiredTestMethod().getName();
    Matcher repetition = REPETITION.matcher(context.getUniqueId());
    return FOLDER.resolve(name + (repetition.find() ? "-" + repetition.group(1) : "") + ".pcap");
  }

  private record RunningTest(PacketCapture.Recording recording, Path file) {
    private TestCapture end() {
      return recording.end(file);
    }
  }
}
