package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.SearchExpansion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchListsTest {
  private static final Address CLIENT = Address.v4(1);
  private static final Address SERVER = Address.v4(53);

  private final SearchLists lists = new SearchLists();
  private long frame;
  private long nanos;

  private void fails(String name) {
    lists.query(CLIENT, SERVER, name, ++frame, nanos);
    lists.answered(CLIENT, SERVER);
    lists.nameError(CLIENT, name, nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "redis.corp.test, redis, redis",
    "redis, redis.corp.test, redis",
    "redis.default.svc.lab, redis.svc.lab, redis",
    "redis.svc.lab, redis.default.svc.lab, redis",
    "redis.a.svc.lab, redis.a.lab, redis.a",
    "www.lab, www.lab2, ''",
    "www.a.lab, www.b.lab, ''",
    "www.lab, redis.lab, ''",
  })
  void findsWhatBothNamesWereMadeOf(String failed, String next, String base) {
    assertThat(SearchLists.base(failed, next)).isEqualTo(base);
  }

  /**
   * Why suffixes that are not nested (corp.test, lab.example) are related only through the bare
   * name: a mail server that asks several lists of blocked addresses sends the very same queries,
   * in the same order, for one address after the other, and most of them do not exist.
   */
  @Test
  void listsOfBlockedAddressesAreNoSearchList() {
    for (int host = 1; host <= 30; host++) {
      fails(host + ".2.0.192.zen.spam.test");
      fails(host + ".2.0.192.bl.drop.example");
      fails(host + ".2.0.192.dnsbl.sorted.invalid");
    }
    assertThat(lists.expansions()).isEmpty();
  }

  /** resolv.conf(5), ndots: a name with many dots is asked for as it is first. */
  @Test
  void theBareNameMayComeFirst() {
    fails("a.b.c.d.e");
    fails("a.b.c.d.e.corp.test");
    assertThat(lists.expansions())
        .singleElement()
        .satisfies(
            only -> {
              assertThat(only.base()).isEqualTo("a.b.c.d.e");
              assertThat(only.wastedQueries()).isEqualTo(2);
            });
  }

  /** The one that was asked for first is related last: only the bare name has to do with it. */
  @Test
  void stepsStandInTheOrderInWhichTheyWereAsked() {
    fails("redis.lab.example");
    fails("redis.svc.corp.test");
    fails("redis.corp.test");
    fails("redis");
    fails("redis.lab.example");
    assertThat(lists.expansions())
        .singleElement()
        .satisfies(
            only -> {
              assertThat(only.steps())
                  .extracting(SearchExpansion.Step::firstFrame)
                  .isSorted()
                  .startsWith(1L);
            });
  }

  /** A name of one label that does not exist, and later one that begins with it. */
  @ParameterizedTest
  @CsvSource({"1000000000, 3", "1000000001, 2"})
  void aNameBelongsToThoseThatFailedAMomentAgo(long pause, int names) {
    fails("api.corp.test");
    fails("api");
    nanos += pause;
    fails("api.example.org");
    assertThat(lists.expansions())
        .singleElement()
        .satisfies(only -> assertThat(only.steps()).hasSize(names));
  }

  /** More dead ones than are told apart, and one that answers. */
  @Test
  void whatServersThatNeverAnswerWereAskedIsNoCostOfTheSearchList() {
    for (int dead = 100; dead < 110; dead++) {
      lists.query(CLIENT, Address.v4(dead), "redis.corp.test", ++frame, nanos);
      if (dead == 104) {
        fails("redis.corp.test");
        fails("redis");
      }
    }
    assertThat(lists.expansions())
        .singleElement()
        .satisfies(
            only -> {
              assertThat(only.queries()).isEqualTo(2);
              assertThat(only.wastedQueries()).isEqualTo(2);
            });
  }

  @Test
  void onlyNamesUnderItsBaseJoinAnExpansion() {
    fails("redis.svc.lab");
    fails("redis.lab");
    fails("mail.example.org");
    assertThat(lists.expansions())
        .singleElement()
        .satisfies(only -> assertThat(only.steps()).hasSize(2));
  }

  /** Of names that do not exist, the last 32 of a client are remembered. */
  @ParameterizedTest
  @CsvSource({"31, 1", "32, 0"})
  void aNameIsRelatedToOneOfTheLast32ThatFailed(int others, int expansions) {
    fails("redis.svc.lab");
    for (int i = 0; i < others; i++) {
      fails("host" + i + ".test" + i);
    }
    fails("redis.lab");
    assertThat(lists.expansions()).hasSize(expansions);
  }

  @Test
  void anotherServerMayAnswerWhatItAloneIsAsked() {
    fails("redis.svc.lab");
    fails("redis.lab");
    Address other = Address.v4(54);
    lists.query(CLIENT, other, "mail.example.org", ++frame, nanos);
    lists.answered(CLIENT, other);
    assertThat(lists.expansions())
        .singleElement()
        .satisfies(only -> assertThat(only.queries()).isEqualTo(2));
  }
}
