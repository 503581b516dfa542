package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.fact.BrokerSockets;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.KernelProbe;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.ScaledConnection;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.pattern.WindowScales;
import dev.faultlab.signature.Input.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The server declares one window scale and uses another, so the client reads its windows 2^n times
 * too small.
 *
 * <p>Linux without commit 909172a14974 forgets SO_RCVBUF when it rebuilds a connection from a SYN
 * cookie, and computes another scale than the one it has sent. Three sources show it without a
 * clock: the SYN-ACK in the capture, {@code ss -i} on the server, and a probe in its kernel. The
 * last two read the same field; if they differ, the evidence is inconclusive.
 *
 * <p>Connections without a cookie prove nothing about cookies: if all scales agree, the kernel's
 * counter shows whether any cookie came back ({@code no-cookie}).
 */
@AutoService(Signature.class)
public final class LostWindowScale extends Signature {
  /** SyncookiesRecv of net/ipv4/syncookies.c: one for each segment with a valid cookie. */
  private static final String COOKIES_RECEIVED = "#/kernel/TcpExtSyncookiesRecv";

  private static final FactSpec CONNECTIONS =
      new FactSpec("connections", "connections", "connections whose scales were compared");
  private static final FactSpec RAW_WINDOW =
      new FactSpec("max-raw-window", "1", "largest raw window, before scaling");
  private static final FactSpec WINDOW =
      new FactSpec("max-effective-window", "bytes", "largest window as the client reads it");
  private static final FactSpec COOKIES =
      new FactSpec("cookies-back", "segments", "SYN cookies that came back");

  public LostWindowScale() {
    super(
        "lost-window-scale",
        "the server applies another window scale than its SYN-ACK declared",
        List.of(
            Input.required("capture", Kind.CAPTURE, "packets of the connections"),
            Input.required("sockets", Kind.FILE, "what ss printed on the server"),
            Input.required("probe", Kind.FILE, "what vm probe read printed, JSON"),
            Input.required("counters", Kind.FILE, "what nstat -jz counted during the trial, JSON"),
            Input.required("port", Kind.NUMBER, "the server's")),
        List.of(
            CONNECTIONS,
            RAW_WINDOW,
            WINDOW,
            COOKIES,
            ScaledConnection.SYN_ACK_SCALE,
            BrokerSockets.KERNEL_SCALE,
            KernelProbe.KERNEL_CLAMPS),
        new Reasons()
            .exposure(CONNECTIONS)
            .present("scale-lost", ScaledConnection.SYN_ACK_SCALE, BrokerSockets.KERNEL_SCALE)
            .absent("option-removed", ScaledConnection.SYN_ACK_SCALE, BrokerSockets.KERNEL_SCALE)
            .absent("no-scaling", ScaledConnection.SYN_ACK_SCALE, BrokerSockets.KERNEL_SCALE)
            .absent(
                "no-cookie", ScaledConnection.SYN_ACK_SCALE, BrokerSockets.KERNEL_SCALE, COOKIES)
            .absent(
                "scales-agree", ScaledConnection.SYN_ACK_SCALE, BrokerSockets.KERNEL_SCALE, COOKIES)
            .unknown("nothing-to-compare", "witnesses-differ"));
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    int port = Math.toIntExact(inputs.number("port"));
    KernelProbe probe = KernelProbe.read(evidence, inputs.text("probe"), port);
    return decide(
        ScaledConnection.read(
            evidence,
            inputs.text("capture"),
            BrokerSockets.read(evidence, inputs.text("sockets")),
            probe,
            port),
        probe.fact(),
        new JsonFacts(evidence).count(COOKIES, inputs.text("counters") + COOKIES_RECEIVED));
  }

  /** The predicate itself. */
  static Observation decide(
      List<ScaledConnection> scaled, Fact<String> clamps, Fact<Long> cookies) {
    List<ScaledConnection> seen = scaled.stream().filter(c -> !c.declared().isCutOff()).toList();
    if (seen.isEmpty()) {
      return Observation.unknown(
          "nothing-to-compare",
          scaled.size() + " connections seen on both sides, none with a readable SYN-ACK",
          List.of());
    }
    Optional<ScaledConnection> doubtful =
        seen.stream().filter(LostWindowScale::witnessesDiffer).findFirst();
    if (doubtful.isPresent()) {
      return witnessesDiffer(doubtful.get(), clamps);
    }
    List<ScaledConnection> lost = withAnswer(seen, WindowScales.Answer.MISMATCH);
    List<ScaledConnection> removed = withAnswer(seen, WindowScales.Answer.OPTION_REMOVED);
    boolean scaling = withAnswer(seen, WindowScales.Answer.NO_SCALING).size() < seen.size();
    // One connection represents all: of those with the strongest result, the one with most data.
    ScaledConnection sample = busiest(!lost.isEmpty() ? lost : !removed.isEmpty() ? removed : seen);
    List<Fact<?>> facts = facts(sample, clamps);
    facts.add(CONNECTIONS.of((long) seen.size(), sample.inSynAck().file(), "its handshakes"));
    boolean allAgree = lost.isEmpty() && removed.isEmpty() && scaling;
    if (allAgree) {
      facts.add(cookies);
    }
    String cookieText =
        cookies.value() > 0
            ? cookies.value() + " segments brought a SYN cookie back"
            : "none of them came from a SYN cookie";
    return new DecisionList(facts)
        .present(
            !lost.isEmpty(),
            "scale-lost",
            lost.isEmpty() ? "" : sentence(sample, lost.size(), seen.size()))
        .absent(
            !removed.isEmpty(),
            "option-removed",
            "%d of %d connections: the server scales and has said so, but its SYN-ACK arrives without the option: something on the path removed it"
                .formatted(removed.size(), seen.size()))
        .absent(
            !scaling,
            "no-scaling",
            seen.size()
                + " connections without window scaling on either side: windows end at 65535 bytes")
        .otherwiseAbsent(
            cookies.value() > 0 ? "scales-agree" : "no-cookie",
            "%d connections, all with the scale that their SYN-ACK declared: %s; %s"
                .formatted(seen.size(), sample.declared(), cookieText));
  }

  private static Observation witnessesDiffer(ScaledConnection c, Fact<String> clamps) {
    return Observation.unknown(
        "witnesses-differ",
        "%s: ss says %s, the probe %s"
            .formatted(c.connection().client(), text(c.applied()), text(c.probed())),
        facts(c, clamps));
  }

  private static List<ScaledConnection> withAnswer(
      List<ScaledConnection> scaled, WindowScales.Answer answer) {
    return scaled.stream()
        .filter(c -> WindowScales.of(c.declared().number(), c.applied()) == answer)
        .toList();
  }

  private static boolean witnessesDiffer(ScaledConnection c) {
    // Without scaling, the kernel's field is 0.
    return c.probed().isPresent() && c.probed().getAsInt() != c.applied().orElse(0);
  }

  private static ScaledConnection busiest(List<ScaledConnection> scaled) {
    return scaled.stream()
        .max(Comparator.comparingLong(c -> c.connection().clientSide().volume().bytes()))
        .orElseThrow();
  }

  private static String sentence(ScaledConnection c, int lost, int total) {
    int declared = c.declared().number().orElseThrow();
    int applied = c.applied().orElse(0);
    return "%d of %d connections: the SYN-ACK declares scale %d, the broker applies %d; %s"
        .formatted(
            lost,
            total,
            declared,
            applied,
            c.connection()
                .serverSide()
                .windows()
                .map(w -> windows(w, declared, applied))
                .orElse("no window was seen"));
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
              facts.add(RAW_WINDOW.of(w.maxRaw(), shown, "client " + c.connection().client()));
              w.effective(w.maxRaw())
                  .ifPresent(
                      bytes ->
                          facts.add(WINDOW.of(bytes, shown, "client " + c.connection().client())));
            });
    return facts;
  }

  private static String text(java.util.OptionalInt scale) {
    return scale.isPresent() ? Integer.toString(scale.getAsInt()) : "no scaling";
  }
}
