package dev.faultlab.cures.charset;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CharsetsTest {
  private static final Charset ANY = StandardCharsets.UTF_8;

  @BeforeEach
  void on() {
    Charsets.enable(true);
  }

  @AfterEach
  void off() {
    Charsets.enable(false);
  }

  @Test
  void remembersASpellingAndNoOther() {
    Charsets.keep("x-one", ANY);
    assertThat(Charsets.known("x-one")).isSameAs(ANY);
    assertThat(Charsets.known("X-One")).isNull();
    assertThat(Charsets.known(null)).isNull();
  }

  @Test
  void inventedNamesTakeNoMoreThanTheBoundAndPushOutNoneThatIsInUse() {
    Charsets.keep("x-in-use", ANY);
    for (int i = 0; i < 100_000; i++) {
      Charsets.keep("x-invented-" + i, ANY);
      assertThat(Charsets.known("x-in-use")).isSameAs(ANY);
    }
    assertThat(Charsets.size()).isLessThanOrEqualTo(Charsets.MOST);
    Charsets.keep("x".repeat(Charsets.LONGEST + 1), ANY);
    assertThat(Charsets.known("x".repeat(Charsets.LONGEST + 1))).isNull();
  }

  @Test
  void switchedOffItKnowsNothing() {
    Charsets.keep("x-one", ANY);
    Charsets.enable(false);
    assertThat(Charsets.known("x-one")).isNull();
    assertThat(Charsets.size()).isZero();
    Charsets.keep("x-one", ANY);
    assertThat(Charsets.size()).isZero();
  }
}
