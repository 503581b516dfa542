package dev.faultlab.token.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratorTest {
  private static final int DRAWS = 5_000;

  @ParameterizedTest
  @EnumSource
  void drawsFromTheWholeRange(Generator generator) {
    CodeSource source = generator.open();
    int[] drawn = IntStream.range(0, DRAWS).map(i -> source.next()).toArray();

    assertThat(IntStream.of(drawn)).allMatch(n -> n >= 0 && n < CodeSource.CODES);
    // Each tenth of the range is missed with probability 0.9^5000, which is less than 1e-228.
    assertThat(IntStream.of(drawn).map(n -> n / (CodeSource.CODES / 10)).distinct().count())
        .isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource
  void isFoundByItsWord(Generator generator) {
    assertThat(Generator.of(generator.toString())).isEqualTo(generator);
  }

  @Test
  void namesTheWordsWhenThereIsNoSuchGenerator() {
    assertThatThrownBy(() -> Generator.of("secure"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "generator: found 'secure', expected shared-random or new-random or thread-local-random"
                + " or strong or new-secure-random or shared-secure-random or sha1prng-seeded");
  }
}
