package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Answer;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.DnsExchange.Sent;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.diagnose.RepeatedQuery.Conclusion;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When an answer right after a repetition shows that the first transmission was lost. */
class RepeatedQueryTest {
  private static final long MS = 1_000_000L;
  private static final long LATER = 3600_000 * MS;
  private static final Endpoint CLIENT = new Endpoint(Address.v4(1), 7);
  private static final Endpoint SERVER = new Endpoint(Address.v4(2), 53);
  private static final Endpoint OTHER = new Endpoint(Address.v4(3), 53);

  private final ServerHabits habits = new ServerHabits(new MemoryBudget());

  private static DnsExchange exchange(
      Endpoint server, long frame, long nanos, List<Sent> repeats, long answeredAt, int answers) {
    Optional<Answer> answer =
        answers == 0
            ? Optional.empty()
            : Optional.of(
                new Answer(99, answeredAt, 0, false, OptionalLong.empty(), List.of(), true));
    return new DnsExchange(
        new Sent(frame, nanos),
        CLIENT,
        server,
        new DnsExchange.Question(1, "a.lab", 1, true, false, DnsExchange.Edns.NONE),
        new DnsExchange.Cause(Origin.LOOKUP, OptionalLong.empty(), false, false),
        new DnsExchange.Repeats(repeats, false, false, false),
        new DnsExchange.Outcome(
            answers == 0 ? QueryState.RETRIED : QueryState.ANSWERED,
            answer,
            answers,
            false,
            false,
            Optional.empty()));
  }

  private void usually(Endpoint server, int times, long nanos) {
    for (int i = 0; i < times; i++) {
      habits.exchange(exchange(server, 1, 0, List.of(), nanos, 1));
    }
  }

  /** Asked, asked again after {@code wait}, and answered once, {@code delay} later. */
  private static RepeatedQuery repeated(long wait, long delay) {
    DnsExchange same = exchange(SERVER, 5, 0, List.of(new Sent(6, wait)), wait + delay, 1);
    return new RepeatedQuery(same, same);
  }

  /** A server that answers within a ten-thousandth of the wait is measured by the wait alone. */
  @ParameterizedTest
  @CsvSource({"50000000, LIKELY_LOST", "50000001, MAYBE_SLOW"})
  void anAnswerComesAtOnceWithinATwoHundredthOfTheWait(long delay, Conclusion reading) {
    usually(SERVER, 5, MS);
    assertThat(repeated(10_000 * MS, delay).read(habits, LATER)).isEqualTo(reading);
  }

  @Test
  void aServerThatUsuallyTakesATenthOfTheWaitMayHaveBeenSlow() {
    usually(SERVER, 5, 100 * MS);
    long usual = habits.of(SERVER).times.usualNanos();
    assertThat(repeated(50 * usual, MS).read(habits, LATER)).isEqualTo(Conclusion.LOST);
    assertThat(repeated(50 * usual - 1, MS).read(habits, LATER)).isEqualTo(Conclusion.LIKELY_LOST);
    assertThat(repeated(10 * usual, MS).read(habits, LATER)).isEqualTo(Conclusion.LIKELY_LOST);
    assertThat(repeated(10 * usual - 10, MS).read(habits, LATER)).isEqualTo(Conclusion.MAYBE_SLOW);
  }

  @Test
  void isSureOnlyWithinWhatTheServerUsuallyTakes() {
    usually(SERVER, 5, MS);
    long usual = habits.of(SERVER).times.usualNanos();
    assertThat(repeated(10_000 * MS, usual).read(habits, LATER)).isEqualTo(Conclusion.LOST);
    assertThat(repeated(10_000 * MS, usual + 1).read(habits, LATER))
        .isEqualTo(Conclusion.LIKELY_LOST);
  }

  @ParameterizedTest
  @CsvSource({"5, LOST", "4, LIKELY_LOST"})
  void isSureOnlyWhereFiveAnswersTellWhatIsUsual(int times, Conclusion reading) {
    usually(SERVER, times, MS);
    assertThat(repeated(10_000 * MS, MS).read(habits, LATER)).isEqualTo(reading);
  }

  @Test
  void isNotSureWhereTheServerOnceTookAsLong() {
    usually(SERVER, 50, MS);
    usually(SERVER, 1, 5000 * MS);
    assertThat(repeated(5000 * MS, MS).read(habits, LATER)).isEqualTo(Conclusion.LIKELY_LOST);
    assertThat(repeated(5000 * MS + 1, MS).read(habits, LATER)).isEqualTo(Conclusion.LOST);
  }

  /** One in ten that are as slow as the client waits: this may well be another. */
  @ParameterizedTest
  @CsvSource({"9, LIKELY_LOST", "8, MAYBE_SLOW"})
  void aServerThatOftenTookAsLongMayHaveBeenSlow(int fast, Conclusion reading) {
    usually(SERVER, fast, MS);
    // Answered as often as it was sent, so the first answer is that to the first transmission.
    habits.exchange(exchange(SERVER, 1, 0, List.of(new Sent(2, 4999 * MS)), 5000 * MS, 2));
    assertThat(repeated(5000 * MS, MS).read(habits, LATER)).isEqualTo(reading);
  }

  /** A tenth of the wait at most, and fifty times. */
  @ParameterizedTest
  @CsvSource({"50, 500, LIKELY_LOST", "49, 500, MAYBE_SLOW", "50, 501, MAYBE_SLOW"})
  void needsNoLateAnswerOfAServerThatWasAlwaysQuick(int times, long slowest, Conclusion reading) {
    usually(SERVER, times - 1, MS);
    usually(SERVER, 1, slowest * MS);
    assertThat(repeated(5000 * MS, MS).read(habits, 5001 * MS)).isEqualTo(reading);
  }

  /** The late answer to the first transmission may be still to come when the capture ends. */
  @ParameterizedTest
  @CsvSource({
    "5000, 10000, LOST", "5000, 9999, MAYBE_SLOW",
    "2500, 10000, LOST", "2500, 9999, MAYBE_SLOW",
    "8000, 16000, LOST", "8000, 15999, MAYBE_SLOW"
  })
  void theCaptureHasToGoOnForALateAnswer(long waitMs, long endMs, Conclusion reading) {
    usually(SERVER, 5, MS);
    assertThat(repeated(waitMs * MS, MS).read(habits, endMs * MS)).isEqualTo(reading);
  }

  /** Resolvers wait for whole seconds. */
  @ParameterizedTest
  @CsvSource({
    "4989, MAYBE_SLOW",
    "4990, LIKELY_LOST",
    "5100, LIKELY_LOST",
    "5101, MAYBE_SLOW",
    "989, MAYBE_SLOW",
    "990, LIKELY_LOST",
    "50, MAYBE_SLOW"
  })
  void underAnotherIdOnlyTheClockTellsARetry(long waitMs, Conclusion reading) {
    usually(SERVER, 5, MS / 1000);
    DnsExchange lost = exchange(SERVER, 5, 0, List.of(), 0, 0);
    long again = waitMs * MS;
    DnsExchange retry = exchange(SERVER, 6, again, List.of(), again + MS / 1000, 1);
    assertThat(new RepeatedQuery(lost, retry).read(habits, LATER)).isEqualTo(reading);
  }

  @Test
  void isNeverSureWhereAnotherServerAnswered() {
    usually(OTHER, 5, MS);
    DnsExchange lost = exchange(SERVER, 5, 0, List.of(), 0, 0);
    DnsExchange retry = exchange(OTHER, 6, 5000 * MS, List.of(), 5001 * MS, 1);
    assertThat(new RepeatedQuery(lost, retry).read(habits, LATER)).isEqualTo(Conclusion.MAYBE_SLOW);
    usually(SERVER, 1, MS);
    assertThat(new RepeatedQuery(lost, retry).read(habits, LATER))
        .isEqualTo(Conclusion.LIKELY_LOST);
  }

  /** What counts is the last transmission before the answer, whichever query it belongs to. */
  @Test
  void measuresFromTheLastRepetition() {
    DnsExchange lost = exchange(SERVER, 5, 0, List.of(), 0, 0);
    List<Sent> again = List.of(new Sent(7, 6000 * MS), new Sent(8, 9000 * MS));
    RepeatedQuery query =
        new RepeatedQuery(lost, exchange(SERVER, 6, 5000 * MS, again, 9004 * MS, 1));
    assertThat(query.lastSent().frame()).isEqualTo(8);
    assertThat(query.delayNanos()).isEqualTo(4 * MS);
    assertThat(query.stallNanos()).isEqualTo(9004 * MS);
  }
}
