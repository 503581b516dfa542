package dev.faultlab.cures.strong;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.DrbgParameters;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What must hold so that nothing is weaker than before. */
class GeneratorsTest {

  /** Of 256 bits, and one that takes more seeds in. */
  @Test
  void givesACryptographicallyStrongGenerator() {
    SecureRandom generator = Generators.seeded(count -> filled(count, 'S')).next();
    assertThat(generator.getAlgorithm()).isEqualTo("DRBG");
    assertThat(generator.getProvider().getName()).isEqualTo("SUN");
    DrbgParameters.Instantiation is = (DrbgParameters.Instantiation) generator.getParameters();
    assertThat(is.getStrength()).isEqualTo(256);
    assertThat(is.getCapability().supportsReseeding()).isTrue();
  }

  /** As much of /dev/random as the strength needs, once; and of the kernel anew for each. */
  @Test
  void isSeededFromBothSources() {
    List<Noting> made = new ArrayList<>();
    Generators generators =
        new Generators(
            () -> {
              made.add(new Noting(made.size()));
              return made.get(made.size() - 1);
            },
            count -> filled(count, 'S'),
            count -> filled(count, 'F'));
    generators.next();
    generators.next();
    assertThat(made.get(0).seeds).containsExactly("S".repeat(48));
    assertThat(made.get(1).seeds).containsExactly("0".repeat(48), "F".repeat(32));
    assertThat(made.get(2).seeds).containsExactly("0".repeat(48), "F".repeat(32));
  }

  private static byte[] filled(int count, char with) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) with);
    return bytes;
  }

  /** Gives its number, digit after digit, and notes the seeds that it was given. */
  private static final class Noting extends SecureRandom {
    private static final long serialVersionUID = 1L;

    private final List<String> seeds = new ArrayList<>();
    private final int number;

    Noting(int number) {
      super(new NoSpi(), null);
      this.number = number;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      Arrays.fill(bytes, (byte) ('0' + number));
    }

    @Override
    public void setSeed(byte[] seed) {
      seeds.add(new String(seed, StandardCharsets.US_ASCII));
    }
  }

  private static final class NoSpi extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;

    @Override
    protected void engineSetSeed(byte[] seed) {
      throw new AssertionError("not asked");
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      throw new AssertionError("not asked");
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      throw new AssertionError("not asked");
    }
  }
}
