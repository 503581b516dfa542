package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.LookupTraffic;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.SampleTrial;
import dev.faultlab.seen.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What signatures decide from counts: the case in words, the counts, the state and its code. */
class DecisionsTest {
  /** What programs print, with gaps for the counts of a case. */
  private static final Map<String, String> REPORTS =
      Map.of(
          "provider-lookups",
          "{'decodes': %s, 'by-name': %s, 'needing': %s, 'lookups': %s}",
          "lookup-allocation",
          "{'decodes': %s, 'needing': %s, 'allocated': %s, 'walk-allocated': %s,"
              + " 'walks': 100, 'kept-decodes': 20000, 'kept-allocated': 5000000}",
          "held-up",
          "{'held': %s, 'requests': %s, 'whileHeld': {'issued': %s, 'threads':"
              + " {'running': %s, 'waiting': %s}}, 'servedAfterwards': %s}",
          "recursive-get",
          "{'applicable': true, 'calls': %s, 'recursiveCalls': %s, 'threads': %s, 'maxInside': %s}",
          "foretold-codes",
          "{'looked': %s, 'told': %s, 'hits': %s}",
          "counted-share",
          "{'whole': %s, 'part': %s}",
          "counted-excess",
          "{'value': %s, 'limit': %s}");

  private static final Map<String, String> TEXTS =
      Map.of(
          "report", "a.json#",
          "depth", "a.json#",
          "lock", "PrintStream's lock",
          "server", "the mail server",
          "whole-is", "things",
          "part-is", "were kept");

  @TempDir Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // calls, asked, failed, threads asking, of them for one name; on the wire: lookups, names, most
    // of
    // one name, of them doubtful, most of all names
    "many ask and one is outstanding, 500, 500, 0, 32, 32, 500, 1, 1, 0, 1, PRESENT, serialised",
    "two of one name are outstanding, 500, 500, 0, 32, 32, 500, 1, 17, 0, 17, ABSENT, concurrent",
    "many names at once and no two threads for one, 500, 500, 0, 32, 1, 500, 32, 1, 0, 30, ABSENT, concurrent",
    "the same on a slow machine, 500, 500, 0, 5, 1, 500, 32, 1, 0, 2, ABSENT, concurrent",
    "one name at a time and no two threads for one, 500, 500, 0, 32, 1, 500, 32, 1, 0, 1, UNKNOWN, few-at-once",
    "many names and too few lookups, 100, 100, 0, 32, 1, 49, 32, 1, 0, 9, UNKNOWN, too-few",
    "eight names at once and each has its queue, 500, 500, 0, 64, 8, 500, 8, 1, 0, 8, PRESENT, serialised",
    "too few threads for each name, 500, 500, 0, 64, 7, 500, 9, 1, 0, 9, UNKNOWN, few-at-once",
    "hardly two threads for each name, 500, 500, 0, 64, 2, 500, 32, 1, 0, 32, UNKNOWN, few-at-once",
    "the name is cached, 500, 500, 0, 32, 32, 1, 1, 1, 0, 1, ABSENT, cached",
    "connections are kept, 500, 32, 0, 8, 8, 32, 1, 1, 0, 1, ABSENT, not-asked",
    "no lookup is asked for, 500, 0, 0, 0, 0, 50, 1, 1, 0, 1, ABSENT, not-asked",
    "the wire has lookups that the counter has not, 500, 0, 0, 0, 0, 51, 1, 1, 0, 1, UNKNOWN, counter-differs",
    "too few threads, 500, 500, 0, 7, 7, 500, 1, 1, 0, 1, UNKNOWN, too-few-threads",
    "too few calls, 49, 49, 0, 32, 32, 49, 1, 1, 0, 1, UNKNOWN, too-few",
    "too few lookups, 100, 100, 0, 32, 32, 49, 1, 1, 0, 1, UNKNOWN, too-few",
    "a lost reply is no second lookup, 500, 500, 0, 32, 32, 500, 1, 2, 1, 2, UNKNOWN, lost-replies",
    "a lost reply beside two lookups, 500, 500, 0, 32, 32, 500, 1, 3, 1, 3, ABSENT, concurrent",
    "remembered failures are no cache, 200, 200, 200, 8, 8, 1, 1, 1, 0, 1, UNKNOWN, failed",
    "a cache answers half of them, 500, 500, 0, 32, 32, 250, 1, 1, 0, 1, UNKNOWN, partly-cached",
    "a cache answers a little less than half, 500, 500, 0, 32, 32, 251, 1, 1, 0, 1, PRESENT, serialised",
    "one in ten comes to the wire, 500, 500, 0, 32, 32, 50, 1, 1, 0, 1, ABSENT, cached",
    "half of them fail and the others queue, 500, 500, 250, 32, 32, 200, 1, 1, 0, 1, PRESENT, serialised",
    "just enough calls, 50, 50, 0, 32, 32, 50, 1, 1, 0, 1, PRESENT, serialised",
    "one call in ten asks, 500, 50, 0, 8, 8, 50, 1, 1, 0, 1, ABSENT, not-asked",
    "just enough succeed, 500, 100, 50, 32, 32, 50, 1, 1, 0, 1, PRESENT, serialised",
    "too few and none failed, 100, 49, 0, 32, 32, 49, 1, 1, 0, 1, UNKNOWN, too-few",
  })
  void serialisedLookups(
      String what,
      long calls,
      long asked,
      long failed,
      long asking,
      long askingOneName,
      long lookups,
      int names,
      long oneName,
      long open,
      long allNames,
      State state,
      String code) {
    LookupTraffic wire = wire(lookups, names, oneName, open, allNames);
    check(serialised(wire, calls, asked, failed, asking, askingOneName), state, code);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // asked, callers at once, connections; on the wire: lookups, most at once, of them doubtful
    "callers ask together, 321, 64, , 321, 64, 0, PRESENT, together",
    "two are outstanding, 321, 64, , 40, 2, 0, PRESENT, together",
    "one after the other, 321, 64, , 40, 1, 0, ABSENT, merged",
    "one at an expiry, 321, 64, , 6, 1, 0, ABSENT, merged",
    "one at an expiry or one more, 321, 64, , 11, 1, 0, ABSENT, merged",
    "every request looks up, 50, 1, 50, 50, 1, 0, PRESENT, each",
    "the connection is kept, 50, 1, 1, 1, 1, 0, ABSENT, connection-kept",
    "the answer is cached, 50, 1, 50, 1, 1, 0, ABSENT, cached",
    "all but one look up, 50, 1, 50, 49, 1, 0, UNKNOWN, between",
    "one in four looks up, 50, 1, 50, 13, 1, 0, UNKNOWN, between",
    "fewer than one in four, 50, 1, 50, 12, 1, 0, ABSENT, cached",
    "too few requests, 19, 1, 19, 19, 1, 0, UNKNOWN, too-few",
    "no lookup at all, 321, 64, , 0, 0, 0, UNKNOWN, none-seen",
    "a lost reply is no second lookup, 321, 64, , 7, 2, 1, UNKNOWN, lost-replies",
    "a lost reply beside two lookups, 321, 64, , 9, 3, 1, PRESENT, together",
    "one connection for four requests, 48, 1, 12, 1, 1, 0, ABSENT, connection-kept",
    "eight callers share a lookup, 321, 8, , 6, 1, 0, ABSENT, merged",
  })
  void repeatedLookups(
      String what,
      long asked,
      long asking,
      Long sockets,
      long lookups,
      long oneName,
      long open,
      State state,
      String code) {
    check(repeated(wire(lookups, 1, oneName, open, oneName), asked, asking, sockets), state, code);
  }

  /**
   * Counts: decodes, by name, needing a provider, lookups (provider-lookups); decodes, needing a
   * walk, bytes, bytes of 100 walks, where a kept decode takes 250 bytes (lookup-allocation); held,
   * requests, served, running, waiting, served afterwards (held-up, awaited-reply); calls,
   * recursive, threads, most inside (recursive-get); looked at, foretold, hits (foretold-codes);
   * whole, part (counted-share); value, limit (counted-excess). Behind a kind: its optional inputs.
   */
  @ParameterizedTest(name = "{0}: {4}")
  @CsvSource(
      delimiter = '|',
      value = {
        // provider-lookups
        "provider-lookups | 12000 12000 3000 3000 | PRESENT | every-use | each use is a lookup",
        "provider-lookups | 2000 2000 400 399 | PRESENT | many-uses | the order of a load hides one",
        "provider-lookups | 2000 2000 400 40 | PRESENT | many-uses | the order of a load hides most",
        "provider-lookups | 12000 12000 12000 0 | ABSENT | cached | the name is remembered",
        "provider-lookups | 2000 2000 400 4 | ABSENT | cached | one lookup in a hundred",
        "provider-lookups | 2000 2000 400 39 | UNKNOWN | few-uses | not quite one in ten",
        "provider-lookups | 2000 2000 400 5 | UNKNOWN | few-uses | more than one in a hundred",
        "provider-lookups | 12000 0 3000 0 | ABSENT | kept | the charset is kept",
        "provider-lookups | 12000 12000 0 0 | ABSENT | standard-only | standard names only",
        "provider-lookups | 12000 0 3000 3000 | UNKNOWN | stray | kept and lookups all the same",
        "provider-lookups | 12000 12000 0 3000 | UNKNOWN | stray | standard names and lookups all the same",
        "provider-lookups | 49 49 49 49 | UNKNOWN | too-few | too few decodes",
        "provider-lookups | 12000 12000 49 0 | UNKNOWN | too-few | too few that need a provider",
        "provider-lookups | 49 0 0 0 | UNKNOWN | too-few | too few of a kept charset",
        "provider-lookups | 50 50 50 50 | PRESENT | every-use | just enough decodes",
        // lookup-allocation
        "lookup-allocation | 12000 3000 183000000 6000000 | PRESENT | walk-per-use | a walk per use",
        "lookup-allocation | 12000 3000 123000000 6000000 | PRESENT | walk-per-use | the compiler saves a third",
        "lookup-allocation | 12000 12000 3000000 6000000 | ABSENT | no-walk | nothing beyond decoding",
        "lookup-allocation | 12000 12000 1800000 6000000 | ABSENT | no-walk | less than with kept charsets",
        "lookup-allocation | 12000 0 6000000 6000000 | ABSENT | no-walk | standard names whose decoders are new",
        "lookup-allocation | 12000 3000 57000000 6000000 | UNKNOWN | between | a third of a walk",
        "lookup-allocation | 12000 3000 3000000 25000 | UNKNOWN | no-yardstick | a walk takes no more than a decode",
        "lookup-allocation | 99 99 0 6000000 | UNKNOWN | too-few | too few decodes",
        "lookup-allocation | 100 100 6025000 6000000 | PRESENT | walk-per-use | just enough decodes",
        "lookup-allocation | 12000 3000 93000000 6000000 | PRESENT | walk-per-use | half of a walk",
        "lookup-allocation | 12000 3000 21000000 6000000 | ABSENT | no-walk | a tenth of a walk",
        // held-up
        "held-up | true 32 0 1 31 32 | PRESENT | queued | one in the system call and the others wait",
        "held-up | true 32 32 0 0 32 | ABSENT | served | all are served",
        "held-up | false 32 0 1 31 32 | UNKNOWN | not-held | not held to the end",
        "held-up | false 32 32 0 0 32 | UNKNOWN | not-held | not held and all served",
        "held-up | true 32 0 1 31 31 | UNKNOWN | not-served | something else held one up",
        "held-up | true 32 0 32 0 32 | UNKNOWN | no-queue | they stall without a lock",
        "held-up | true 32 0 1 30 32 | UNKNOWN | no-queue | one is neither served nor inside",
        "held-up | true 32 25 1 6 32 | UNKNOWN | no-queue | too few wait",
        "held-up | true 7 0 1 6 7 | UNKNOWN | too-few | too few requests",
        "held-up | true 8 0 1 7 8 | PRESENT | queued | just enough requests",
        // awaited-reply
        "awaited-reply | true 32 0 32 0 32 | PRESENT | each-waits | each waits for the reply",
        "awaited-reply | true 32 32 4 0 32 | ABSENT | served | all are served though others still wait",
        "awaited-reply | true 32 0 1 31 32 | UNKNOWN | not-told-apart | a lock is involved",
        "awaited-reply | true 32 0 31 0 32 | UNKNOWN | not-told-apart | one is elsewhere",
        "awaited-reply | true 32 1 31 0 32 | UNKNOWN | not-told-apart | one is served",
        "awaited-reply | true 32 0 32 1 32 | UNKNOWN | not-told-apart | one more waits for a lock",
        "awaited-reply | false 32 0 32 0 32 | UNKNOWN | not-held | not held to the end",
        "awaited-reply | true 32 0 32 0 31 | UNKNOWN | not-served | one is not served afterwards",
        "awaited-reply | true 7 0 7 0 7 | UNKNOWN | too-few | too few requests",
        // recursive-get
        "recursive-get | 400 1 8 8 | PRESENT | recursive | one nested call",
        "recursive-get | 400 1 1 1 | PRESENT | recursive | one nested call of one thread",
        "recursive-get | 400 0 1 1 | ABSENT | single-thread | one thread",
        "recursive-get | 400 0 8 8 | ABSENT | not-recursive | threads that met",
        "recursive-get | 400 0 8 1 | UNKNOWN | never-together | threads that never met",
        "recursive-get | 49 0 8 8 | UNKNOWN | too-few | too few calls",
        "recursive-get | 50 0 8 8 | ABSENT | not-recursive | just enough calls",
        "recursive-get | 400 0 8 2 | ABSENT | not-recursive | two threads that met",
        // foretold-codes
        "foretold-codes | 18 5 5 | PRESENT | foretold | all come as foretold",
        "foretold-codes | 18 0 0 | ABSENT | no-state | no state makes the codes",
        "foretold-codes | 18 5 4 | UNKNOWN | not-in-a-row | another client took codes in between",
        "foretold-codes | 18 5 0 | UNKNOWN | not-in-a-row | none comes as foretold",
        "foretold-codes | 11 5 5 | UNKNOWN | too-few | too few looked at",
        "foretold-codes | 18 2 2 | UNKNOWN | not-in-a-row | too few foretold",
        "foretold-codes | 12 3 3 | PRESENT | foretold | just enough",
        // counted-share
        "counted-share | 24 24 | PRESENT | share | all",
        "counted-share | 20 9 | PRESENT | share | a cache of 3 s against a record of 1 s",
        "counted-share | 20 5 | PRESENT | share | one in four",
        "counted-share | 24 0 | ABSENT | none | none",
        "counted-share | 24 1 | UNKNOWN | few | hardly any",
        "counted-share | 20 4 | UNKNOWN | few | fewer than one in four",
        "counted-share | 7 7 | UNKNOWN | too-few | too few",
        "counted-share | 0 0 | UNKNOWN | too-few | nothing happened",
        "counted-share | 8 8 | PRESENT | share | just enough",
        "counted-share | 24 25 | UNKNOWN | more-than-whole | a part larger than its whole",
        // with the lab's own thresholds
        "counted-share at-least=3 | 3 1 | PRESENT | share | one in three",
        "counted-share at-least=3 one-in=2 | 3 1 | UNKNOWN | few | one in three is few",
        // counted-excess
        "counted-excess | 242 128 | PRESENT | over | more than the limit",
        "counted-excess | 128 128 | ABSENT | within | as much as the limit",
        "counted-excess | 0 0 | ABSENT | within | nothing of nothing",
        "counted-excess | 242 -1 | UNKNOWN | no-limit | an unlimited value",
      })
  void counted(String kind, String counts, State state, String code, String what)
      throws IOException {
    check(observed(kind, counts), state, code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "provider-lookups | 12000 12000 3000 3000 | 3000 lookups at the provider, 3000 of 12000 decodes with a name that needs one",
        "lookup-allocation | 12000 3000 183000000 6000000 | 60000 bytes more per use than with kept charsets, a walk takes 60000",
        "lookup-allocation | 12000 12000 1800000 6000000 | 100 bytes less per use than with kept charsets, a walk takes 60000",
        "lookup-allocation | 12000 12000 2999999 6000000 | 0 bytes more per use than with kept charsets, a walk takes 60000",
        "held-up | true 32 0 1 31 32 | 0 of 32 requests served while the file was held; threads in its system call: 1, waiting for PrintStream's lock: 31",
        "awaited-reply | true 32 0 32 0 32 | 0 of 32 requests served while the mail server did not answer; threads that wait for its reply: 32, for a lock there: 0",
        "awaited-reply | false 32 0 32 0 32 | the mail server was not held to the end",
        "recursive-get | 400 0 1 1 | 0 of 400 calls came from inside get, 1 thread",
        "foretold-codes | 18 5 5 | 5 of the next 5 codes came as foretold after 18",
        "counted-share | 24 24 | of 24 things 24 were kept",
        "counted-share at-least=1 | 1 1 | things: 1; were kept: 1",
        "counted-excess | 242 128 | value 242, limit 128",
        "counted-excess value-is=heap limit-is=memory.max | 2 1 | heap 2, memory.max 1",
      })
  void theReasonHasTheCounts(String kind, String counts, String reason) throws IOException {
    assertThat(observed(kind, counts).reason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 5, 1280, PRESENT, dev-random",
    "5, 5, 1280, PRESENT, dev-random",
    "10, 4, 1024, UNKNOWN, now-and-then",
  })
  void requestsMayShareAReadButNotMany(
      long requests, long reads, long bytes, State state, String code) {
    Observation seen =
        EntropyReads.decide(
            new Counts(null)
                .add(fact("requests", requests))
                .add(fact("random-reads", reads))
                .add(fact("random-bytes", bytes))
                .add(fact("urandom-bytes", 15))
                .add(fact("getrandom-bytes", 5)));
    check(seen, state, code);
    assertThat(seen.reason())
        .startsWith(
            "%d requests read %d bytes of /dev/random in %d reads, and 20 bytes of /dev/urandom"
                .formatted(requests, bytes, reads));
  }

  @Test
  void anAgentThatCouldNotCountSaysWhy() throws IOException {
    Files.writeString(folder.resolve("a.json"), "{\"applicable\": false, \"reason\": \"no get\"}");
    DeclaredSignature depth =
        new Signatures().declared("recursive-get", Map.of("depth", "a.json#"));
    assertThat(depth.observe(SampleTrial.in(folder)))
        .returns("not-applicable", Observation::code)
        .returns("no get", Observation::reason);
  }

  @Test
  void aFactIsCalledAsTheLabCallsIt() throws IOException {
    assertThat(observed("held-up", "true 32 0 1 31 32").facts())
        .extracting(Fact::name)
        .contains("threads waiting for PrintStream's lock", "threads in the system call");
  }

  @Test
  void theReasonHasTheLookups() {
    assertThat(serialised(wire(500, 8, 1, 0, 8), 500, 500, 0, 64, 8).reason())
        .isEqualTo(
            "8 threads asking, 500 lookups of 8 names, of any one, never more than 1 outstanding");
    assertThat(serialised(wire(1, 1, 1, 0, 1), 200, 200, 200, 8, 8).reason())
        .startsWith("200 of 200 lookups failed");
    assertThat(repeated(wire(321, 1, 64, 0, 64), 321, 64, null).reason())
        .contains("321 lookups on the wire", "up to 64 of one name");
  }

  private static void check(Observation seen, State state, String code) {
    assertThat(seen.code()).as(seen.reason()).isEqualTo(code);
    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.facts()).isNotEmpty();
  }

  /**
   * @param kind and optional inputs, {@code NAME=VALUE} each
   */
  private Observation observed(String kind, String counts) throws IOException {
    String[] words = kind.split(" ");
    String report = REPORTS.getOrDefault(words[0], REPORTS.get("held-up"));
    Files.writeString(
        folder.resolve("a.json"),
        report.formatted((Object[]) counts.split(" ")).replace('\'', '"'));
    Map<String, String> inputs = new HashMap<>();
    for (Input input : new Signatures().find(words[0]).orElseThrow().inputs()) {
      if (input.required()) {
        inputs.put(input.name(), TEXTS.getOrDefault(input.name(), "a.json#/" + input.name()));
      }
    }
    for (int i = 1; i < words.length; i++) {
      inputs.put(words[i].split("=")[0], words[i].split("=")[1]);
    }
    DeclaredSignature judged = new Signatures().declared(words[0], inputs);
    return CommittedTrial.withDeclaredFacts(judged.kind(), judged.observe(SampleTrial.in(folder)));
  }

  private static Observation serialised(
      LookupTraffic wire, long calls, long asked, long failed, long asking, long askingOneName) {
    return SerialisedLookups.decide(
        new Counts(null)
            .add(fact("calls", calls))
            .add(fact("lookups-asked", asked))
            .add(fact("lookups-failed", failed))
            .add(fact("threads-asking", asking))
            .add(fact("threads-asking-one-name", askingOneName)),
        wire);
  }

  private static Observation repeated(LookupTraffic wire, long asked, long asking, Long sockets) {
    Counts counts =
        new Counts(null).add(fact("times-needed", asked)).add(fact("callers-at-once", asking));
    if (sockets != null) {
      counts.add(fact("connections-opened", sockets));
    }
    return RepeatedLookups.decide(counts, wire);
  }

  private static LookupTraffic wire(
      long lookups, int names, long oneName, long open, long allNames) {
    return new LookupTraffic(
        fact("a", lookups), names, fact("b", oneName), "backend.lab", open, fact("c", allNames), 0);
  }

  private static Fact<Long> fact(String id, long value) {
    return new Fact<>(id, "things counted", "1", value, "counts.json", "/count");
  }
}
