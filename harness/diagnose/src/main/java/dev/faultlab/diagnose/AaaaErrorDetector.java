package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.RecordType;
import dev.faultlab.capture.dns.LookupKey;
import dev.faultlab.capture.packet.MemoryBudget;
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
    int code;
  }

  /** Of one server and client. */
  private static final class Errors {
    final Examples examples = new Examples();
    long failures;
    int code;
  }

  AaaaErrorDetector(MemoryBudget budget) {
    super(FindingId.AAAA_ERROR, Optional.empty(), budget);
  }

  @Override
  void exchange(DnsExchange exchange) {
    boolean four = exchange.type() == RecordType.A;
    DnsExchange.Answer answer = exchange.answer().orElse(null);
    if (answer == null || !four && exchange.type() != RecordType.AAAA) {
      return;
    }
    Pair pair = new Pair(exchange.client().address(), exchange.server());
    LookupKey<Pair> name = new LookupKey<>(pair, exchange.name(), 0);
    Answers seen = budget.keep(names, name, NAME_BYTES, Answers::new);
    if (answer.rcode() == 0) {
      seen.contradicted |= !four;
      seen.exists = four && !answer.addresses().isEmpty() ? exchange.first() : seen.exists;
    } else {
      seen.contradicted |= four;
      seen.failed = four ? seen.failed : exchange.first();
      seen.failedCode = four ? seen.failedCode : answer.rcode();
    }
    if (seen.exists != null && seen.failed != null) {
      if (Math.abs(seen.exists.timeNanos() - seen.failed.timeNanos()) < MAX_DISTANCE_NANOS) {
        seen.frameOfA = seen.closeErrors == 0 ? seen.exists.frame() : seen.frameOfA;
        seen.frameOfAaaa = seen.closeErrors++ == 0 ? seen.failed.frame() : seen.frameOfAaaa;
        seen.code = seen.failedCode;
      }
      seen.failed = null;
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Pair, Errors> servers = new HashMap<>();
    names.forEach(
        (name, seen) -> {
          if (!seen.contradicted && seen.closeErrors > 0) {
            Errors errors = servers.computeIfAbsent(name.by(), any -> new Errors());
            errors.examples.add(name.name(), seen.frameOfA, seen.frameOfAaaa);
            errors.failures += seen.closeErrors;
            errors.code = seen.code;
          }
        });
    servers.forEach(
        (pair, errors) -> {
          if (errors.failures >= MIN_COUNT) {
            out.report(
                errors.code != SERVER_FAILURE,
                Finding.Place.asking(pair, errors.examples),
                errors.failures,
                errors.examples.count(),
                errors.code);
          }
        });
  }
}
