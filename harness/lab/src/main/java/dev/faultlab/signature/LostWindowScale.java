package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.capture.tcp.TcpSide;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.BrokerSockets;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.KernelProbe;
import dev.faultlab.fact.ScaledConnection;
import dev.faultlab.pattern.WindowScales;
import dev.faultlab.signature.Input.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The server declares one window scale and uses another: the client reads its windows 2^n times too
 * small.
 *
 * <p>Linux without commit 909172a14974 forgets SO_RCVBUF when it rebuilds a connection from a SYN
 * cookie, and computes another scale than the one that it has sent. Three witnesses say so, none of
 * which is a clock: the SYN-ACK in the capture, {@code ss -i} on the server, and a probe in its
 * kernel. The last two look at the same field; where they differ, the evidence is not to be
 * trusted.
 *
 * <p>Connections that never met a cookie prove nothing about one: where all scales agree, the
 * kernel's counter says whether that is so because none came back ({@code no-cookie}).
 */
@AutoService(Signature.class)
public final class LostWindowScale implements Signature {
  /** SyncookiesRecv of net/ipv4/syncookies.c: one for each segment with a valid cookie. */
  private static final String COOKIES_BACK = "#/kernel/TcpExtSyncookiesRecv";

  private static final FactSpec RAW_WINDOW =
      new FactSpec("max-raw-window", "1", "largest raw window, before scaling");
  private static final FactSpec WINDOW =
      new FactSpec("max-effective-window", "bytes", "largest window as the client reads it");
  private static final FactSpec COOKIES =
      new FactSpec("cookies-back", "segments", "SYN cookies that came back");

  @Override
  public String kind() {
    return "lost-window-scale";
  }

  @Override
  public String title() {
    return "the server applies another window scale than its SYN-ACK declared";
  }

  @Override
  public List<Input> inputs() {
    return List.of(
        Input.required("capture", Kind.CAPTURE, "packets of the connections"),
        Input.required("sockets", Kind.FILE, "what ss printed on the server"),
        Input.required("probe", Kind.FILE, "what vm probe read printed, JSON"),
        Input.required("counters", Kind.FILE, "what nstat -jz counted during the trial, JSON"),
        Input.required("port", Kind.NUMBER, "the server's"));
  }

  @Override
  public List<FactSpec> facts() {
    List<FactSpec> facts = new ArrayList<>(List.of(RAW_WINDOW, WINDOW, COOKIES));
    facts.addAll(
        List.of(
            ScaledConnection.SYN_ACK_SCALE, BrokerSockets.KERNEL_SCALE, KernelProbe.KERNEL_CLAMPS));
    return List.copyOf(facts);
  }

  @Override
  public List<FactSpec> decidedBy(Observation seen) {
    return switch (seen.code()) {
      case "scales-agree", "no-cookie" ->
          List.of(ScaledConnection.SYN_ACK_SCALE, BrokerSockets.KERNEL_SCALE, COOKIES);
      default -> List.of(ScaledConnection.SYN_ACK_SCALE, BrokerSockets.KERNEL_SCALE);
    };
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    int port = Math.toIntExact(inputs.number("port"));
    KernelProbe probe = KernelProbe.read(evidence, inputs.file("probe"), port);
    return decide(
        ScaledConnection.read(
            evidence,
            inputs.file("capture"),
            BrokerSockets.read(evidence, inputs.file("sockets")),
            probe,
            port),
        probe.fact(),
        new JsonFacts(evidence).count(COOKIES, inputs.file("counters") + COOKIES_BACK));
  }

  /** The predicate itself. */
  static Observation decide(
      List<ScaledConnection> connections, Fact<String> clamps, Fact<Long> cookies) {
    List<ScaledConnection> told =
        connections.stream().filter(c -> !c.declared().isCutOff()).toList();
    if (told.isEmpty()) {
      return Observation.unknown(
          "nothing-to-compare",
          connections.size() + " connections seen on both sides, none with a readable SYN-ACK",
          List.of());
    }
    Optional<ScaledConnection> doubtful =
        told.stream().filter(LostWindowScale::witnessesDiffer).findFirst();
    if (doubtful.isPresent()) {
      ScaledConnection c = doubtful.get();
      return Observation.unknown(
          "witnesses-differ",
          c.connection().client()
              + ": ss says "
              + text(c.applied())
              + ", the probe "
              + text(c.probed()),
          facts(c, clamps));
    }
    List<ScaledConnection> lost = told.stream().filter(LostWindowScale::isLost).toList();
    if (!lost.isEmpty()) {
      ScaledConnection worst = busiest(lost);
      return new Observation(
          State.PRESENT,
          "scale-lost",
          sentence(worst, lost.size(), told.size()),
          facts(worst, clamps));
    }
    ScaledConnection example = busiest(told);
    List<ScaledConnection> removed =
        told.stream().filter(c -> scales(c) == WindowScales.Answer.OPTION_REMOVED).toList();
    if (!removed.isEmpty()) {
      return new Observation(
          State.ABSENT,
          "option-removed",
          removed.size()
              + " of "
              + told.size()
              + " connections: the server scales and has said so, but its SYN-ACK arrives without"
              + " the option: something on the path removed it",
          facts(busiest(removed), clamps));
    }
    if (told.stream().allMatch(c -> scales(c) == WindowScales.Answer.NO_SCALING)) {
      return new Observation(
          State.ABSENT,
          "no-scaling",
          told.size()
              + " connections without window scaling on either side: windows end at 65535 bytes",
          facts(example, clamps));
    }
    List<Fact<?>> facts = new ArrayList<>(facts(example, clamps));
    facts.add(cookies);
    return new Observation(
        State.ABSENT,
        cookies.value() > 0 ? "scales-agree" : "no-cookie",
        told.size()
            + " connections, all with the scale that their SYN-ACK declared: "
            + example.declared()
            + "; "
            + (cookies.value() > 0
                ? cookies.value() + " segments brought a SYN cookie back"
                : "none of them came from a SYN cookie"),
        List.copyOf(facts));
  }

  private static WindowScales.Answer scales(ScaledConnection c) {
    return WindowScales.of(c.declared().number(), c.applied());
  }

  private static boolean isLost(ScaledConnection c) {
    return scales(c) == WindowScales.Answer.MISMATCH;
  }

  private static boolean witnessesDiffer(ScaledConnection c) {
    // Without scaling the kernel's field is 0.
    return c.probed().isPresent() && c.probed().getAsInt() != c.applied().orElse(0);
  }

  private static ScaledConnection busiest(List<ScaledConnection> connections) {
    return connections.stream()
        .max(Comparator.comparingLong(c -> c.connection().clientSide().bytes()))
        .orElseThrow();
  }

  private static String sentence(ScaledConnection c, int lost, int of) {
    int declared = c.declared().number().orElseThrow();
    int applied = c.applied().orElse(0);
    String windows =
        c.connection()
            .serverSide()
            .windows()
            .map(w -> windows(w, declared, applied))
            .orElse("no window was seen");
    return "%d of %d connections: the SYN-ACK declares scale %d, the broker applies %d; %s"
        .formatted(lost, of, declared, applied, windows);
  }

  private static String windows(TcpSide.Windows windows, int declared, int applied) {
    return "raw window %d means %d bytes to the client instead of %d: %d times too small"
        .formatted(
            windows.maxRaw(),
            windows.maxRaw() << declared,
            (long) windows.maxRaw() << applied,
            WindowScales.timesTooSmall(declared, applied));
  }

  private static List<Fact<?>> facts(ScaledConnection c, Fact<String> clamps) {
    List<Fact<?>> facts = new ArrayList<>(List.of(c.inSynAck(), c.inKernel(), clamps));
    String shown = c.inSynAck().file();
    c.connection()
        .serverSide()
        .windows()
        .ifPresent(
            w -> {
              facts.add(RAW_WINDOW.is(w.maxRaw(), shown, "client " + c.connection().client()));
              w.effective(w.maxRaw())
                  .ifPresent(
                      bytes ->
                          facts.add(WINDOW.is(bytes, shown, "client " + c.connection().client())));
            });
    return List.copyOf(facts);
  }

  private static String text(java.util.OptionalInt scale) {
    return scale.isPresent() ? Integer.toString(scale.getAsInt()) : "no scaling";
  }
}
