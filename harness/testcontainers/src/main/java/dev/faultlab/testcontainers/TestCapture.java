package dev.faultlab.testcontainers;

import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.NameFacts;
import dev.faultlab.capture.TcpSummary;
import dev.faultlab.capture.file.Capture;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.Finding;
import dev.faultlab.diagnose.FindingId;
import dev.faultlab.pattern.OneAtATime;
import dev.faultlab.pattern.OneAtATime.Minimum;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The packets of one test. Each assertion fails with an {@link AssertionError} that names frames,
 * as Wireshark numbers them, and the file. An assertion that the packets can neither confirm nor
 * refute fails as well, and its message begins with {@code inconclusive}.
 *
 * @param file with the packets
 * @param complete whether both markers are in it, so that only dropped packets are missing between
 *     them
 * @param captured how many packets tcpdump counted, markers included; -1 if it was killed
 * @param dropped how many packets the kernel had no room for
 */
public record TestCapture(Path file, boolean complete, long captured, long dropped) {

  /** {@return the findings of faultlab's detectors} */
  public Diagnosis diagnosis() {
    return read(Diagnosis::of);
  }

  /** {@return the lookups in the packets} */
  public DnsSummary dns() {
    return read(Capture::dns);
  }

  /** {@return the TCP connections in the packets} */
  public TcpSummary tcp() {
    return read(Capture::tcp);
  }

  private interface CaptureReading<T> {
    T of(Capture packets) throws IOException;
  }

  private <T> T read(CaptureReading<T> reading) {
    try {
      return reading.of(Capture.read(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Fails if a packet may be missing. All other assertions begin with this one.
   *
   * @return this capture
   */
  public TestCapture assertComplete() {
    if (!complete) {
      throw failure(
          "inconclusive: packets may be missing, because the closing marker is not in the capture"
              + " (did the container end?)");
    }
    if (dropped > 0) {
      throw failure("inconclusive: the kernel dropped %d packets", dropped);
    }
    return this;
  }

  /**
   * Fails if a detector finds a fault, or if nothing could be judged. Detectors report only what
   * they are sure of: after five requests, the absence of findings proves nothing. Use {@link
   * #assertLookups} for a test of a few requests.
   *
   * @return this capture
   */
  public TestCapture assertHealthy() {
    assertComplete();
    Diagnosis diagnosis = diagnosis();
    // The markers are queries too.
    boolean empty = diagnosis.totals().connections() == 0 && dns().names().isEmpty();
    if (!diagnosis.judged() || empty) {
      throw failure("inconclusive: %s", diagnosis.nothingToJudge());
    }
    if (!diagnosis.findings().isEmpty()) {
      throw failure(diagnosis, "expected no finding, found %s", ids(diagnosis.findings()));
    }
    return this;
  }

  /**
   * Fails if no detector finds this fault.
   *
   * @param id of the finding
   * @return the first such finding
   */
  public Finding assertFinding(FindingId id) {
    assertComplete();
    Diagnosis diagnosis = diagnosis();
    return diagnosis.findings().stream()
        .filter(finding -> finding.id() == id)
        .findFirst()
        .orElseThrow(
            () ->
                failure(diagnosis, "expected finding %s, found %s", id, ids(diagnosis.findings())));
  }

  /**
   * Fails if a name was looked up more often. A lookup of A and AAAA counts once, and so does one
   * that the resolver repeats because it got no answer.
   *
   * <p>If the name was not looked up at all, the assertion is inconclusive and fails: a typing
   * error, or a name that Docker's own name server answers, looks the same. With {@code max} 0,
   * that is the expected result.
   *
   * @param name that is looked up; upper case and a final dot make no difference
   * @param max how many lookups are allowed
   * @return this capture
   */
  public TestCapture assertLookups(String name, long max) {
    Optional<NameFacts> facts = countedLookups(name);
    long lookups = facts.map(each -> each.counts().lookups()).orElse(0L);
    if (lookups > max) {
      String frames = frames(facts.orElseThrow());
      String format = "expected at most %d lookup%s of %s, found %d (%s)";
      throw failure(diagnosis(), format, max, max == 1 ? "" : "s", name, lookups, frames);
    }
    if (lookups == 0 && max > 0) {
      throw notLookedUp(name);
    }
    return this;
  }

  /**
   * Fails if lookups of a name queue although several callers ask, so that two are never under way
   * at once.
   *
   * @param name that is looked up
   * @param callers how many threads of the program ask at once. Fewer than 8, or fewer than 50
   *     lookups, are inconclusive unless two lookups were under way at once
   * @return this capture
   */
  public TestCapture assertConcurrent(String name, int callers) {
    NameFacts facts = countedLookups(name).orElseThrow(() -> notLookedUp(name));
    long lookups = facts.counts().lookups();
    long max = facts.peak().outstanding();
    // A query without an answer may have been abandoned before the next one began.
    long unanswered =
        dns().exchanges().stream()
            .filter(each -> each.name().equals(facts.name()) && each.state() != QueryState.ANSWERED)
            .count();
    long doubtful = unanswered + facts.counts().retries();
    String found =
        String.format("found %d lookups, at most %d at once (%s)", lookups, max, frames(facts));
    if (max - doubtful > 1) {
      return this;
    }
    String format = "expected concurrent lookups of %s by %d callers, %s";
    Minimum minimum = Minimum.COUNTED;
    switch (OneAtATime.of(minimum, lookups, callers, max, doubtful)) {
      case CONCURRENT -> {}
      case SERIALISED -> throw failure(diagnosis(), format, name, callers, found);
      case TOO_FEW_LOOKUPS, TOO_FEW_CALLERS ->
          throw failure(
              "inconclusive: lookups of %s by %d callers: it takes %d lookups and %d callers, %s",
              name, callers, minimum.lookups(), minimum.callers(), found);
      case DOUBTFUL ->
          throw failure(
              "inconclusive: lookups of %s: some may have been given up before others began, %s",
              name, found);
    }
    return this;
  }

  /**
   * A full report to keep beside the file.
   *
   * @param failure message of the test
   */
  String report(String failure) {
    Diagnosis diagnosis = diagnosis();
    StringBuilder text = new StringBuilder(failure + "\n\n");
    text.append(file).append(": ").append(captured).append(" packets captured\n");
    String lookups = "%s: %d lookups (%s)%n";
    dns()
        .names()
        .forEach(
            (name, f) -> text.append(lookups.formatted(name, f.counts().lookups(), frames(f))));
    if (!complete || dropped > 0) {
      text.append("incomplete: ").append(dropped).append(" packets dropped\n");
    }
    text.append(diagnosis.judged() ? "" : diagnosis.nothingToJudge() + "\n");
    for (Finding each : diagnosis.findings()) {
      text.append('\n').append(headline(each)).append("\n  why: ").append(each.why());
      text.append("\n  not: ").append(each.not()).append("\n  do: ").append(each.remedy());
      text.append("\n  display filter: ").append(each.place().filter()).append('\n');
    }
    diagnosis
        .undecided()
        .forEach(each -> text.append("\ninconclusive, " + each.id() + ": " + each.why() + "\n"));
    diagnosis.unseen().forEach(each -> text.append("\nnot seen: " + each + "\n"));
    return printable(text.toString());
  }

  private Optional<NameFacts> countedLookups(String name) {
    assertComplete();
    DnsSummary dns = dns();
    long unread = dns.counts().unreadable().cutOff() + dns.counts().missingFragments().messages();
    if (unread > 0) {
      throw failure(
          "inconclusive: %d DNS messages are too long for the snap length; use a larger one"
              + " (PacketCapture.withSnapLength)",
          unread);
    }
    return dns.name(name);
  }

  private AssertionError notLookedUp(String name) {
    String names =
        dns().names().keySet().stream().sorted().limit(10).collect(Collectors.joining(", "));
    return failure(
        "inconclusive: no lookup of %s is in the capture; it has %s. Names that Docker's own name"
            + " server answers are not seen on eth0.",
        name, names.isEmpty() ? "no lookups" : "lookups of " + names);
  }

  private static String frames(NameFacts facts) {
    return facts.firstFrame() == facts.lastFrame()
        ? "frame " + facts.firstFrame()
        : "frames " + facts.firstFrame() + " to " + facts.lastFrame();
  }

  private static String ids(List<Finding> findings) {
    return findings.isEmpty()
        ? "none"
        : findings.stream()
            .map(each -> each.id() + " " + each.place().frames().stream().limit(4).toList())
            .collect(Collectors.joining(", "));
  }

  private static String headline(Finding finding) {
    String confidence = finding.confidence().name().toLowerCase(Locale.ROOT);
    return "%s (%s): %s, %s"
        .formatted(finding.id(), confidence, finding.place().subject(), finding.place().where());
  }

  private AssertionError failure(String what, Object... values) {
    return new AssertionError(printable(what.formatted(values) + "\n  packets: " + file));
  }

  private AssertionError failure(Diagnosis diagnosis, String what, Object... values) {
    StringBuilder text = new StringBuilder(what.formatted(values));
    diagnosis.findings().forEach(each -> text.append("\n  diagnosis: ").append(headline(each)));
    return failure("%s", text);
  }

  /** Names come from packets, so they must not control a terminal. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}&&[^\n]]", "?");
  }
}
