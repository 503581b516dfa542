package dev.faultlab.token.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodeSourceTest {
  private final Counted counted = new Counted();
  private final CodeSource source = () -> counted;

  @Test
  void takesFourBytesForACodeThatIsDrawnAtOnce() {
    assertThat(source.next()).isEqualTo(1);
    assertThat(counted.taken).containsExactly(4);
  }

  @Test
  void takesFourBytesForEachDigitOfACodeThatIsDrawnDigitByDigit() {
    assertThat(source.nextByDigits()).isEqualTo("123456");
    assertThat(counted.taken).containsExactly(4, 4, 4, 4, 4, 4);
  }

  @Test
  void drawsAllDigitsOfACodeFromOneGenerator() {
    List<Counted> given = new ArrayList<>();
    CodeSource perCode =
        () -> {
          given.add(new Counted());
          return given.get(given.size() - 1);
        };
    assertThat(perCode.nextByDigits() + perCode.nextByDigits()).isEqualTo("123456123456");
    assertThat(given).hasSize(2);
  }

  /** Hands out the bytes of which {@link SecureRandom} makes 1, 2, 3 ..., and notes how many. */
  private static final class Counted extends SecureRandom {
    private final List<Integer> taken = new ArrayList<>();

    @Override
    public void nextBytes(byte[] bytes) {
      taken.add(bytes.length);
      // 31 of its 32 bits are used, the lowest is thrown away.
      bytes[bytes.length - 1] = (byte) (2 * taken.size());
    }
  }
}
