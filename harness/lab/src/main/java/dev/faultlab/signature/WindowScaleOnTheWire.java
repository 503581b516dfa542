package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.Finding;
import dev.faultlab.diagnose.FindingId;
import dev.faultlab.fact.CaptureReading;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.fact.UnreadableEvidence;
import dev.faultlab.signature.Input.Kind;
import java.util.List;
import java.util.Optional;

/**
 * A lost window scale, like {@link LostWindowScale} but from the packets alone, for people who
 * cannot log in to the server.
 *
 * <p>The right edge of the window decides: the SYN-ACK promises it (its window is never scaled),
 * and a server with another scale takes it back with its first segment. {@code *
 * dev.faultlab.diagnose} looks for that in any capture; this class compares the finding with the
 * other sources and against look-alikes.
 */
@AutoService(Signature.class)
public final class WindowScaleOnTheWire extends Signature {
  /**
   * With fewer data segments, a sender that stops for the window looks like one with nothing to
   * send.
   */
  static final long DATA_SEGMENTS = 10;

  private static final FactSpec BUSY =
      new FactSpec("connections-with-data", "connections", "connections with data");
  private static final FactSpec MISMATCH =
      new FactSpec("mismatch", FactSpec.TEXT, "where the windows do not fit the SYN-ACK");

  public WindowScaleOnTheWire() {
    super(
        "window-scale-on-the-wire",
        "the packets alone show windows of another scale than the SYN-ACK declared",
        List.of(
            Input.required("capture", Kind.CAPTURE, "packets of the connections"),
            Input.required("port", Kind.NUMBER, "the server's")),
        List.of(BUSY, MISMATCH),
        // If the promise was kept everywhere, there is no single fact to cite.
        new Reasons()
            .exposure(BUSY)
            .present("edge-taken-back", MISMATCH)
            .absent("no-scaling")
            .absent("consistent")
            .absent("option-removed")
            .unknown("undecided", "too-few", "only-likely"));
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    String file = inputs.text("capture");
    int port = Math.toIntExact(inputs.number("port"));
    CaptureReading capture = evidence.capture(file);
    MemoryBudget budget = new MemoryBudget();
    Diagnosis diagnosis =
        Diagnose.windowScales(
            capture.tcp().stream().filter(c -> isOf(port, c)).toList(),
            new Extent(capture.end(), capture.dns().coverage()),
            budget);
    if (budget.hasDropped()) {
      throw new UnreadableEvidence(evidence.shown(file) + " has too many servers for the memory");
    }
    List<TcpConnection> connections =
        capture.connections().stream()
            .filter(c -> c.server().port() == port && c.handshakeSeen())
            .toList();
    return decide(connections, diagnosis, evidence.shown(file));
  }

  /** Without a handshake, which end is the server is a guess, so a doubt at either end counts. */
  private static boolean isOf(int port, TcpConnection connection) {
    return connection.server().port() == port
        || !connection.opening().directionKnown() && connection.client().port() == port;
  }

  /**
   * The predicate itself.
   *
   * @param connections of the server whose handshake was seen
   * @param diagnosis of only that server's connections
   */
  static Observation decide(List<TcpConnection> connections, Diagnosis diagnosis, String shown) {
    Optional<Finding> found =
        diagnosis.findings().stream()
            .filter(f -> f.id() == FindingId.WINDOW_SCALE_MISMATCH)
            .findFirst();
    if (found.isPresent()) {
      return judge(found.get(), connections, shown);
    }
    Optional<Diagnosis.Suspicion> suspicion =
        diagnosis.undecided().stream()
            .filter(u -> u.id() == FindingId.WINDOW_SCALE_MISMATCH)
            .findFirst();
    if (suspicion.isPresent()) {
      return Observation.unknown("undecided", suspicion.get().why(), List.of());
    }
    List<TcpConnection> busy =
        connections.stream()
            .filter(c -> c.clientSide().volume().dataSegments() >= DATA_SEGMENTS)
            .toList();
    if (busy.isEmpty()) {
      return Observation.unknown(
          "too-few",
          "%d connections, none with %d data segments".formatted(connections.size(), DATA_SEGMENTS),
          List.of());
    }
    return new DecisionList(List.of(BUSY.of(busy.size(), shown, "frames of their SYN-ACKs")))
        .absent(
            busy.stream().noneMatch(WindowScaleOnTheWire::declares),
            "no-scaling",
            busy.size() + " connections, no SYN-ACK declares a window scale")
        .otherwiseAbsent(
            "consistent",
            busy.size()
                + " connections with data, no right edge falls behind what its SYN-ACK promised");
  }

  private static Observation judge(Finding found, List<TcpConnection> connections, String shown) {
    return new DecisionList(
            List.of(MISMATCH.of(found.place().where(), shown, "frames " + found.place().frames())))
        // A middlebox that removes the option from the SYN-ACK breaks the promise as well; that is
        // another fault.
        .absent(
            connections.stream().noneMatch(WindowScaleOnTheWire::declares),
            "option-removed",
            found.why())
        .present(found.confidence() == Finding.Confidence.CERTAIN, "edge-taken-back", found.why())
        .otherwiseUnknown("only-likely", found.why());
  }

  private static boolean declares(TcpConnection connection) {
    return connection.serverSide().offer().orElseThrow().options().windowScale().isKnown();
  }
}
