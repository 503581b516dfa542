package dev.faultlab.token.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class IssuingTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Issuing issuing =
      new Issuing(new PrintStream(printed, true, StandardCharsets.UTF_8));

  @Test
  void padsToSixDigits() {
    assertThat(Issuing.sixDigits(0)).isEqualTo("000000");
    assertThat(Issuing.sixDigits(42)).isEqualTo("000042");
    assertThat(Issuing.sixDigits(CodeSource.CODES - 1)).isEqualTo("999999");
  }

  @Test
  void printsOnlyWhenAsked() {
    issuing.issue(Generator.NEW_RANDOM, false);
    assertThat(printed.size()).isZero();

    String code = issuing.issue(Generator.NEW_RANDOM, true);
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(code + System.lineSeparator());
  }

  @Test
  void printsACodeThatIsDrawnDigitByDigitOnlyWhenAsked() {
    issuing.issueByDigits(Generator.NEW_RANDOM, false);
    assertThat(printed.size()).isZero();

    String code = issuing.issueByDigits(Generator.NEW_RANDOM, true);
    assertThat(code).matches("[0-9]{6}");
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(code + System.lineSeparator());
  }

  @Test
  void countsUntilItIsReset() {
    issuing.issue(Generator.SHARED_RANDOM, false);
    issuing.issue(Generator.SHARED_SECURE_RANDOM, true);
    issuing.issueByDigits(Generator.THREAD_LOCAL_RANDOM, false);

    Tally ended = issuing.reset();
    assertThat(ended.countAsked()).isEqualTo(3);
    assertThat(ended.countIssued()).isEqualTo(3);
    assertThat(issuing.tally().countAsked()).isZero();
  }

  @Test
  void countsAsAskedButNotAsIssuedWhatFails() {
    Issuing broken =
        new Issuing(
            new PrintStream(printed) {
              @Override
              public void println(String text) {
                throw new IllegalStateException("no paper");
              }
            });
    assertThatThrownBy(() -> broken.issue(Generator.NEW_RANDOM, true)).hasMessage("no paper");
    assertThat(broken.tally().countAsked()).isEqualTo(1);
    assertThat(broken.tally().countIssued()).isZero();
  }
}
