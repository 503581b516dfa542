package dev.faultlab.seen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.SentRequest.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundsTest {
  private static final long NOW = 100_000;
  private static final long HANG_MILLIS = 25_000;

  /**
   * A round each 10 s: a answered, f failed, l late, o open, s after 26 s. The last begins at 90 s.
   */
  private static Rounds rounds(String text) {
    String[] words = text.strip().split(" +");
    List<SentRequest> all = new ArrayList<>();
    for (int k = 0; k < words.length; k++) {
      long begin = NOW - (words.length - k) * 10_000L;
      for (char c : words[k].toCharArray()) {
        Ending ending = Ending.values()["alfos".indexOf(c) % 4];
        long end = ending == Ending.OPEN ? 0 : begin + (c == 's' ? HANG_MILLIS + 1000 : 1);
        all.add(new SentRequest(k + 1, begin, end, ending, 0, "-"));
      }
    }
    return new Rounds(all, NOW, HANG_MILLIS);
  }

  private static ExposureCounts exposure(long exposed, long contact) {
    return new ExposureCounts(exposed, contact, "why", "counts", Optional.empty(), Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "0, aa aa,       'absent 0/4 (avoids)',             why",
    "3, aa aa,       'absent 0/4 (heals)',              why",
    "3, fa aa aa,    'present 1/6 (fails once)',        why",
    "3, la aa aa,    'present 1/6 (fails once)',        why",
    "3, sa aa aa,    'present 1/6 (fails once)',        why",
    "3, aa fa aa aa, 'present 1/8 (fails once)',        why",
    "3, fa aa,       'present 1/4 (stays broken)',      why",
    "3, fa aa fa,    'present 2/6 (stays broken)',      why",
    "3, oa aa aa,    'present 1/6 (stays broken)',      why",
    "3, ff ff ff,    'present 6/6 (stays broken)',      why",
    "0, fa aa aa,    inconclusive,                     harmed-without-contact",
    "0, aa oa,       inconclusive,                     unanswered",
    "3, aa,          inconclusive,                     unanswered",
    "3, fa ao,       'present 1/3 (stays broken)',      why",
  })
  void harmAndRecoveryDecideAndContactExplains(
      long contact, String rounds, String brief, String reason) {
    ClientResult seen = exposure(2, contact).decide(rounds(rounds));
    assertThat(seen.brief()).isEqualTo(brief);
    assertThat(seen.reason()).isEqualTo(reason);
    boolean harmed = rounds(rounds).harmed() > 0;
    assertThat(exposure(0, contact).decide(rounds(rounds)).state())
        .as("harm is harm without exposure")
        .isEqualTo(harmed ? seen.state() : State.NOT_EXERCISED);
  }

  @ParameterizedTest
  @CsvSource({
    "PRESENT, 2, aaaa, present 2/4, 0 of 4",
    "ABSENT, 0, aaaa, absent 0/4, 0 of 4",
    "ABSENT, 0, ffff, inconclusive, 4 of 4",
  })
  void aCountDecidesWhereTheMechanismHarmsNothing(
      State state, long affected, String rounds, String brief, String words) {
    ExposureCounts counted =
        new ExposureCounts(
            2,
            affected,
            "why",
            "counts",
            Optional.of(new ExposureCounts.DecidingCount(state, affected)),
            Map.of());
    ClientResult seen = counted.decide(rounds(rounds));
    assertThat(seen.brief()).isEqualTo(brief);
    assertThat(seen.text()).startsWith(words + " requests failed or hung");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aa aa    | 0 of 4 requests failed or hung",
        "fa fa aa aa | 2 of 8 requests failed or hung, all answered from 20.0 s on",
        "la aa aa | 1 of 6 requests failed, hung or were late, all answered from 10.0 s on",
        "fo aa aa | 2 of 6 requests failed or hung, not well again after 30 s",
      })
  void theOutageIsToldInWords(String rounds, String words) {
    assertThat(rounds(rounds).words()).isEqualTo(words);
  }

  @Test
  void anAnswerIsLateOnlyAfterADeadlineThatWasDeclared() {
    SentRequest slow = new SentRequest(1, 1000, 3001, Ending.ANSWERED, 0, "-");
    assertThat(slow.within(Long.MAX_VALUE).ending()).isEqualTo(Ending.ANSWERED);
    assertThat(slow.within(2001).ending()).isEqualTo(Ending.ANSWERED);
    assertThat(slow.within(2000).ending()).isEqualTo(Ending.LATE);
  }

  @Test
  void aCanaryThatContradictsOverrulesTheService() {
    ClientResult heals = exposure(2, 2).decide(rounds("aa aa"));
    CanaryResult fine = new CanaryResult("tests", Course.HEALS, heals);
    CanaryResult canary = new CanaryResult("keeps", Course.FAILS_ONCE, heals);
    assertThat(new TrialOutcome(heals, List.of(fine)).service()).isEqualTo(heals);
    ClientResult overruled = new TrialOutcome(heals, List.of(fine, canary)).service();
    assertThat(overruled.reason()).isEqualTo("canary-contradicts");
    assertThat(overruled.text())
        .startsWith("the canary that keeps: absent 0/4 (heals), expected fails once");
  }
}
