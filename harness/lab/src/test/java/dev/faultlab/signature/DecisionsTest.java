package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.LookupTraffic;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What signatures decide from counts: the case in words, the counts, the state and its code. */
class DecisionsTest {

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
      long doubtful,
      long allNames,
      State state,
      String code) {
    LookupTraffic wire = wire(lookups, names, oneName, doubtful, allNames);
    check(
        SerialisedLookups.decide(
            fact(calls), fact(asked), fact(failed), fact(asking), fact(askingOneName), wire),
        state,
        code);
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
      Long connections,
      long lookups,
      long oneName,
      long doubtful,
      State state,
      String code) {
    check(
        RepeatedLookups.decide(
            fact(asked),
            fact(asking),
            Optional.ofNullable(connections).map(DecisionsTest::fact),
            wire(lookups, 1, oneName, doubtful, oneName)),
        state,
        code);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // decodes, by name, needing a provider, lookups
    "each use is a lookup, 12000, 12000, 3000, 3000, PRESENT, every-use",
    "the order of a load hides one, 2000, 2000, 400, 399, PRESENT, many-uses",
    "the order of a load hides most, 2000, 2000, 400, 40, PRESENT, many-uses",
    "the name is remembered, 12000, 12000, 12000, 0, ABSENT, cached",
    "one lookup in a hundred, 2000, 2000, 400, 4, ABSENT, cached",
    "not quite one in ten, 2000, 2000, 400, 39, UNKNOWN, few-uses",
    "more than one in a hundred, 2000, 2000, 400, 5, UNKNOWN, few-uses",
    "the charset is kept, 12000, 0, 3000, 0, ABSENT, kept",
    "standard names only, 12000, 12000, 0, 0, ABSENT, standard-only",
    "kept and lookups all the same, 12000, 0, 3000, 3000, UNKNOWN, stray",
    "standard names and lookups all the same, 12000, 12000, 0, 3000, UNKNOWN, stray",
    "too few decodes, 49, 49, 49, 49, UNKNOWN, too-few",
    "too few that need a provider, 12000, 12000, 49, 0, UNKNOWN, too-few",
    "too few of a kept charset, 49, 0, 0, 0, UNKNOWN, too-few",
    "just enough decodes, 50, 50, 50, 50, PRESENT, every-use",
  })
  void providerLookups(
      String what,
      long decodes,
      long byName,
      long needing,
      long lookups,
      State state,
      String code) {
    check(
        ProviderLookups.decide(fact(decodes), fact(byName), fact(needing), fact(lookups)),
        state,
        code);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // decodes, needing a walk, bytes; a kept decode takes 250 bytes, a walk 60,000 or as the last
    // says
    "a walk per use, 12000, 3000, 183000000, 60000, PRESENT, walk-per-use",
    "the compiler saves a third, 12000, 3000, 123000000, 60000, PRESENT, walk-per-use",
    "nothing beyond decoding, 12000, 12000, 3000000, 60000, ABSENT, no-walk",
    "less than with kept charsets, 12000, 12000, 1800000, 60000, ABSENT, no-walk",
    "standard names whose decoders are new, 12000, 0, 6000000, 60000, ABSENT, no-walk",
    "a third of a walk, 12000, 3000, 57000000, 60000, UNKNOWN, between",
    "a walk takes no more than a decode, 12000, 3000, 3000000, 250, UNKNOWN, no-yardstick",
    "too few decodes, 99, 99, 0, 60000, UNKNOWN, too-few",
    "just enough decodes, 100, 100, 6025000, 60000, PRESENT, walk-per-use",
    "half of a walk, 12000, 3000, 93000000, 60000, PRESENT, walk-per-use",
    "a tenth of a walk, 12000, 3000, 21000000, 60000, ABSENT, no-walk",
  })
  void lookupAllocation(
      String what, long decodes, long needing, long bytes, long walk, State state, String code) {
    check(allocation(decodes, needing, bytes, walk), state, code);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // held, requests, served, running, waiting, served afterwards
    "one in the system call and the others wait, true, 32, 0, 1, 31, 32, PRESENT, queued",
    "all are served, true, 32, 32, 0, 0, 32, ABSENT, served",
    "not held to the end, false, 32, 0, 1, 31, 32, UNKNOWN, not-held",
    "not held and all served, false, 32, 32, 0, 0, 32, UNKNOWN, not-held",
    "something else held one up, true, 32, 0, 1, 31, 31, UNKNOWN, not-served",
    "they stall without a lock, true, 32, 0, 32, 0, 32, UNKNOWN, no-queue",
    "one is neither served nor inside, true, 32, 0, 1, 30, 32, UNKNOWN, no-queue",
    "too few wait, true, 32, 25, 1, 6, 32, UNKNOWN, no-queue",
    "too few requests, true, 7, 0, 1, 6, 7, UNKNOWN, too-few",
    "just enough requests, true, 8, 0, 1, 7, 8, PRESENT, queued",
  })
  void heldUp(
      String what,
      boolean held,
      long requests,
      long served,
      long running,
      long waiting,
      long afterwards,
      State state,
      String code) {
    check(heldUp(held, requests, served, running, waiting, afterwards), state, code);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // held, requests, served, reading, blocked, served afterwards
    "each waits for the reply, true, 32, 0, 32, 0, 32, PRESENT, each-waits",
    "all are served though others still wait, true, 32, 32, 4, 0, 32, ABSENT, served",
    "a lock is involved, true, 32, 0, 1, 31, 32, UNKNOWN, not-told-apart",
    "one is elsewhere, true, 32, 0, 31, 0, 32, UNKNOWN, not-told-apart",
    "one is served, true, 32, 1, 31, 0, 32, UNKNOWN, not-told-apart",
    "one more waits for a lock, true, 32, 0, 32, 1, 32, UNKNOWN, not-told-apart",
    "not held to the end, false, 32, 0, 32, 0, 32, UNKNOWN, not-held",
    "one is not served afterwards, true, 32, 0, 32, 0, 31, UNKNOWN, not-served",
    "too few requests, true, 7, 0, 7, 0, 7, UNKNOWN, too-few",
  })
  void awaitedReply(
      String what,
      boolean held,
      long requests,
      long served,
      long reading,
      long blocked,
      long afterwards,
      State state,
      String code) {
    check(awaited(held, requests, served, reading, blocked, afterwards), state, code);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // calls, recursive, threads, most inside
    "one nested call, 400, 1, 8, 8, PRESENT, recursive",
    "one nested call of one thread, 400, 1, 1, 1, PRESENT, recursive",
    "one thread, 400, 0, 1, 1, ABSENT, single-thread",
    "threads that met, 400, 0, 8, 8, ABSENT, not-recursive",
    "threads that never met, 400, 0, 8, 1, UNKNOWN, never-together",
    "too few calls, 49, 0, 8, 8, UNKNOWN, too-few",
    "just enough calls, 50, 0, 8, 8, ABSENT, not-recursive",
    "two threads that met, 400, 0, 8, 2, ABSENT, not-recursive",
  })
  void recursiveGet(
      String what,
      long calls,
      long recursive,
      long threads,
      long inside,
      State state,
      String code) {
    check(
        RecursiveGet.decide(fact(calls), fact(recursive), fact(threads), fact(inside)),
        state,
        code);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // looked at, foretold, hits
    "all come as foretold, 18, 5, 5, PRESENT, foretold",
    "no state makes the codes, 18, 0, 0, ABSENT, no-state",
    "another client took codes in between, 18, 5, 4, UNKNOWN, not-in-a-row",
    "none comes as foretold, 18, 5, 0, UNKNOWN, not-in-a-row",
    "too few looked at, 11, 5, 5, UNKNOWN, too-few",
    "too few foretold, 18, 2, 2, UNKNOWN, not-in-a-row",
    "just enough, 12, 3, 3, PRESENT, foretold",
  })
  void foretoldCodes(String what, long looked, long told, long hits, State state, String code) {
    check(PredictableCodes.decide(fact(looked), fact(told), fact(hits)), state, code);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // whole, part
    "all, 24, 24, PRESENT, share",
    "a cache of 3 s against a record of 1 s, 20, 9, PRESENT, share",
    "one in four, 20, 5, PRESENT, share",
    "none, 24, 0, ABSENT, none",
    "hardly any, 24, 1, UNKNOWN, few",
    "fewer than one in four, 20, 4, UNKNOWN, few",
    "too few, 7, 7, UNKNOWN, too-few",
    "nothing happened, 0, 0, UNKNOWN, too-few",
    "just enough, 8, 8, PRESENT, share",
    "a part larger than its whole, 24, 25, UNKNOWN, more-than-whole",
  })
  void countedShare(String what, long whole, long part, State state, String code) {
    check(
        CountedShare.decide(fact(whole), fact(part), CountedShare.AT_LEAST, CountedShare.ONE_IN),
        state,
        code);
  }

  @Test
  void theReasonHasTheCounts() {
    LookupTraffic eight = wire(500, 8, 1, 0, 8);
    assertThat(
            SerialisedLookups.decide(fact(500), fact(500), fact(0), fact(64), fact(8), eight)
                .reason())
        .isEqualTo(
            "8 threads asking, 500 lookups of 8 names, of any one, never more than 1 outstanding");
    assertThat(
            SerialisedLookups.decide(
                    fact(200), fact(200), fact(200), fact(8), fact(8), wire(1, 1, 1, 0, 1))
                .reason())
        .startsWith("200 of 200 lookups failed");
    assertThat(
            RepeatedLookups.decide(fact(321), fact(64), Optional.empty(), wire(321, 1, 64, 0, 64))
                .reason())
        .contains("321 lookups on the wire", "up to 64 of one name");
    assertThat(
            ProviderLookups.decide(fact(12_000), fact(12_000), fact(3_000), fact(3_000)).reason())
        .contains("3000 lookups")
        .contains("3000 of 12000");
    assertThat(allocation(12_000, 3_000, 183_000_000, 60_000).reason())
        .isEqualTo("60000 bytes more per use than with kept charsets, a walk takes 60000");
    assertThat(allocation(12_000, 12_000, 1_800_000, 60_000).reason())
        .startsWith("100 bytes less per use than with kept charsets");
    assertThat(allocation(12_000, 12_000, 2_999_999, 60_000).reason()).startsWith("0 bytes more");
    assertThat(heldUp(true, 32, 0, 1, 31, 32).reason())
        .isEqualTo(
            "0 of 32 requests served while the file was held; threads in its system call: 1,"
                + " waiting for PrintStream's lock: 31");
    assertThat(awaited(true, 32, 0, 32, 0, 32).reason())
        .isEqualTo(
            "0 of 32 requests served while the mail server did not answer; threads that wait for"
                + " its reply: 32, for a lock there: 0");
    assertThat(awaited(false, 32, 0, 32, 0, 32).reason())
        .isEqualTo("the mail server was not held to the end");
    assertThat(RecursiveGet.decide(fact(400), fact(0), fact(1), fact(1)).reason())
        .isEqualTo("0 of 400 calls came from inside get, 1 thread");
    assertThat(PredictableCodes.decide(fact(18), fact(5), fact(5)).reason())
        .isEqualTo("5 of the next 5 codes came as foretold after 18");
  }

  private static void check(Observation seen, State state, String code) {
    assertThat(seen.code()).as(seen.reason()).isEqualTo(code);
    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.facts()).isNotEmpty();
  }

  private static Observation allocation(long decodes, long needing, long bytes, long walk) {
    return LookupAllocation.decide(
        fact(decodes),
        fact(needing),
        fact(bytes),
        fact(20_000),
        fact(20_000 * 250),
        fact(100),
        fact(100 * walk));
  }

  private static Observation heldUp(
      boolean held, long requests, long served, long running, long waiting, long afterwards) {
    return QueuedBehindLock.decide(
        "PrintStream's lock",
        held,
        fact(requests),
        fact(served),
        fact(running),
        fact(waiting),
        fact(afterwards));
  }

  private static Observation awaited(
      boolean held, long requests, long served, long reading, long blocked, long afterwards) {
    return AwaitedReply.decide(
        "the mail server",
        held,
        fact(requests),
        fact(served),
        fact(reading),
        fact(blocked),
        fact(afterwards));
  }

  private static LookupTraffic wire(
      long lookups, int names, long oneName, long doubtful, long allNames) {
    return new LookupTraffic(
        fact(lookups), names, fact(oneName), "backend.lab", doubtful, fact(allNames), 0);
  }

  private static Fact<Long> fact(long value) {
    return new Fact<>("count", "things counted", "1", value, "counts.json", "/count");
  }
}
