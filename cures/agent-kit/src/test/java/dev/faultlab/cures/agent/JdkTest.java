package dev.faultlab.cures.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class JdkTest {

  @Test
  void readsBothWaysOfSayingARelease() {
    assertThat(Jdk.feature("1.8")).isEqualTo(8);
    assertThat(Jdk.feature("25")).isEqualTo(25);
    assertThatThrownBy(() -> Jdk.feature("")).isInstanceOf(Refusal.class);
  }

  @Test
  void refusesWhatNobodyHasLookedAt() {
    assertThatCode(() -> Jdk.requireKnown(8)).doesNotThrowAnyException();
    assertThatCode(() -> Jdk.requireKnown(28)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Jdk.requireKnown(7)).hasMessageContaining("Java 7 is not known");
    assertThatThrownBy(() -> Jdk.requireKnown(29)).isInstanceOf(Refusal.class);
  }

  @Test
  void understandsItsArgumentsOrSaysWhatItExpects() {
    Set<String> words = Set.of("true", "false");
    Options none = Options.parse("", Set.of("enabled"));
    assertThat(none.word("enabled", words, "true")).isEqualTo("true");
    Options off = Options.parse("enabled=false", Set.of("enabled"));
    assertThat(off.word("enabled", words, "true")).isEqualTo("false");
    assertThatThrownBy(() -> Options.parse("enable=false", Set.of("enabled")))
        .hasMessageContaining("enable=false")
        .hasMessageContaining("[enabled]");
    Options odd = Options.parse("enabled=no", Set.of("enabled"));
    assertThatThrownBy(() -> odd.word("enabled", words, "true")).hasMessageContaining("'no'");
  }
}
