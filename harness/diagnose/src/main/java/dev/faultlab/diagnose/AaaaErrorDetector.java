package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.RecordType;
import dev.faultlab.capture.dns.LookupKey;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A name server that fails for AAAA although the name has an A record (RFC 4074 4). Some resolvers
 * then fail the whole lookup.
 *
 * <p>The fact that decides: the same client is given an A record of the same name by the same
 * server, within 5 s.
 *
 * <p>Thresholds, with their units: AAAA queries that failed beside such an answer at least 3, none
 * of these names with an AAAA answer or a failure for A.
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class AaaaErrorDetector extends Detector {
  private static final int SERVER_FAILURE = 2;
  private static final int NAME_BYTES = 400;
  private static final long MAX_DISTANCE_NANOS = 5_000_000_000L;

  private final Map<LookupKey<Pair>, Answers> names = new LinkedHashMap<>();

  private static final class Answers {
    long closeErrors;
    long frameOfA;
    long frameOfAaaa;
    DnsExchange.Sent exists;
    DnsExchange.Sent failed;
    int failedCode;
    boolean contradicted;

    /** A bit for each. */
    int codes;
  }

  /** The errors between one server and one client. */
  private static final class Errors {
    final Examples examples = new Examples();
    final BitSet codes = new BitSet();
    long failures;
  }

  AaaaErrorDetector(MemoryBudget budget) {
    super(FindingId.AAAA_ERROR, Optional.empty(), budget);
  }

  @Override
  void exchange(DnsExchange exchange) {
    boolean isA = exchange.type() == RecordType.A;
    DnsExchange.Answer answer = exchange.answer().orElse(null);
    if (answer == null || !isA && exchange.type() != RecordType.AAAA) {
      return;
    }
    Pair pair = new Pair(exchange.client().address(), exchange.server());
    LookupKey<Pair> name = new LookupKey<>(pair, exchange.name(), 0);
    Answers state = budget.keep(names, name, NAME_BYTES, Answers::new);
    if (answer.rcode() == 0) {
      state.contradicted |= !isA;
      state.exists = isA && !answer.addresses().isEmpty() ? exchange.first() : state.exists;
    } else {
      state.contradicted |= isA;
      state.failed = isA ? state.failed : exchange.first();
      state.failedCode = isA ? state.failedCode : answer.rcode();
    }
    if (state.exists != null && state.failed != null) {
      if (Math.abs(state.exists.timeNanos() - state.failed.timeNanos()) < MAX_DISTANCE_NANOS) {
        state.frameOfA = state.closeErrors == 0 ? state.exists.frame() : state.frameOfA;
        state.frameOfAaaa = state.closeErrors++ == 0 ? state.failed.frame() : state.frameOfAaaa;
        state.codes |= 1 << state.failedCode;
      }
      state.failed = null;
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Pair, Errors> servers = new HashMap<>();
    names.forEach(
        (name, answers) -> {
          if (!answers.contradicted && answers.closeErrors > 0) {
            Errors errors = servers.computeIfAbsent(name.party(), any -> new Errors());
            errors.examples.add(name.name(), answers.frameOfA, answers.frameOfAaaa);
            errors.failures += answers.closeErrors;
            errors.codes.or(BitSet.valueOf(new long[] {answers.codes}));
          }
        });
    servers.forEach(
        (pair, errors) -> {
          if (errors.failures >= MIN_COUNT) {
            out.report(
                !errors.codes.get(SERVER_FAILURE),
                Finding.Place.ofLookups(pair, errors.examples),
                errors.failures,
                errors.examples.count(),
                errors.codes.toString().replaceAll("[{}]", "").replace(", ", " or "));
          }
        });
  }
}
