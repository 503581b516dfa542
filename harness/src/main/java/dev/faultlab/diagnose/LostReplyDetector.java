package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.dns.DnsExchange.Fate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Replies that never came, and how long the client stood still for each.
 *
 * <p>A query that was repeated is not yet a lost reply: a slow server answers both transmissions.
 * It is one when fewer answers came than transmissions were sent.
 */
final class LostReplyDetector implements Detector {
  static final FindingId ID = new FindingId("lost-dns-reply");

  private static final int REMEMBERED_SERVERS = 100_000;

  private final Map<Pair, Group> losses = new LinkedHashMap<>();
  private final Map<Endpoint, Long> answeredBy = new LinkedHashMap<>();

  /** Answered retries by the frame of the query that they replace, until that one comes along. */
  private final Map<Long, DnsExchange> retries = new HashMap<>();

  private final Map<Long, DnsExchange> retried = new HashMap<>();

  private record Pair(Address client, Endpoint server) {}

  private static final class Group {
    final Examples examples = new Examples();
    long recovered;
    long never;
    long longestNanos;
    String longest = "";
  }

  @Override
  public FindingId finds() {
    return ID;
  }

  @Override
  public Optional<String> lab() {
    return Optional.of("dns-java");
  }

  @Override
  public void exchange(DnsExchange exchange) {
    if (exchange.answer().isPresent() && answeredBy.size() < REMEMBERED_SERVERS) {
      answeredBy.merge(exchange.server(), 1L, Long::sum);
    }
    boolean recovered =
        exchange.fate() == Fate.ANSWERED && exchange.transmissions() > exchange.answers();
    boolean abandoned = exchange.fate() == Fate.ABANDONED;
    boolean repeatedInVain =
        exchange.fate() == Fate.PENDING && !exchange.retransmissions().isEmpty();
    if (recovered) {
      recovered(exchange, exchange.retransmissions().get(0).frame(), exchange.answer().get());
    } else if (abandoned || repeatedInVain) {
      never(exchange);
    } else if (exchange.fate() == Fate.RETRIED) {
      retried.put(exchange.frame(), exchange);
      joinRetry(exchange.frame());
    }
    if (exchange.answer().isPresent()
        && exchange.origin() == DnsExchange.Origin.RETRY_WITH_NEW_ID) {
      retries.put(exchange.earlierFrame().orElseThrow(), exchange);
      joinRetry(exchange.earlierFrame().orElseThrow());
    }
  }

  /** A query that was never answered and the answered one that took its place. */
  private void joinRetry(long frame) {
    if (retried.containsKey(frame) && retries.containsKey(frame)) {
      DnsExchange retry = retries.remove(frame);
      recovered(retried.remove(frame), retry.frame(), retry.answer().orElseThrow());
    }
  }

  private void recovered(DnsExchange lost, long againFrame, DnsExchange.Answer answer) {
    Group group = groupOf(lost);
    group.recovered++;
    group.examples.add(lost.name(), lost.frame(), againFrame, answer.frame());
    long stall = answer.timeNanos() - lost.timeNanos();
    if (stall > group.longestNanos) {
      group.longestNanos = stall;
      group.longest =
          String.format(
              "%s: asked in frame %d, again in frame %d, answered in frame %d, %.2f s after it was"
                  + " asked first",
              lost.name(), lost.frame(), againFrame, answer.frame(), stall / 1e9);
    }
  }

  private void never(DnsExchange exchange) {
    Group group = groupOf(exchange);
    group.never++;
    group.examples.add(exchange.name(), framesOf(exchange));
  }

  private Group groupOf(DnsExchange exchange) {
    return losses.computeIfAbsent(
        new Pair(exchange.client().address(), exchange.server()), key -> new Group());
  }

  private static long[] framesOf(DnsExchange exchange) {
    return new long[] {
      exchange.frame(),
      exchange.retransmissions().isEmpty() ? 0 : exchange.retransmissions().get(0).frame(),
      exchange.answer().map(DnsExchange.Answer::frame).orElse(0L)
    };
  }

  @Override
  public void conclude(CaptureFacts facts, Conclusions out) {
    retried.values().forEach(this::never);
    losses.forEach(
        (pair, group) -> {
          if (!answeredBy.containsKey(pair.server())) {
            out.undecided(
                String.format(
                    "%d queries of %s to %s have no answer, but no answer of that server is in the"
                        + " capture at all: it may be down, or only one direction was captured.",
                    group.examples.count(), pair.client(), pair.server()));
          } else if (facts.hasGaps()) {
            out.undecided(
                String.format(
                    "%d queries of %s to %s lack an answer (%s), but the capture has gaps, and the"
                        + " answers may be in them.",
                    group.examples.count(), pair.client(), pair.server(), group.examples));
          } else {
            found(pair, group, out);
          }
        });
  }

  private void found(Pair pair, Group group, Conclusions out) {
    boolean certain = group.recovered > 0;
    out.found(
        certain ? Finding.Confidence.CERTAIN : Finding.Confidence.LIKELY,
        pair.client() + " asking " + pair.server(),
        pair.client() + " asking " + pair.server() + " for " + group.examples,
        group.examples.frames(),
        String.format(
            "%d transmissions got no answer (%d queries were answered after a repetition, %d"
                + " never), while the server answered %d queries. %s",
            group.examples.count(),
            group.recovered,
            group.never,
            answeredBy.get(pair.server()),
            certain
                ? "Longest stall: " + group.longest + ". Whoever waits for that name waits as long."
                : "None was answered later, so how long the client waited is not known."),
        "Not a slow server (it would have answered every transmission in the end), not a frame that"
            + " the capture holds twice. Whether query or answer was lost cannot be told from"
            + " one point of capture.",
        "Look for full socket buffers, conntrack limits and rate limits between the two; lower"
            + " timeout: in resolv.conf, or put a caching resolver on the host.");
  }
}
