package dev.faultlab.token.generate;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * Seven ways to make a verification code; the wrong ones and the right one side by side.
 *
 * <p>An endpoint that issues codes answers in 3 s ("ThreadLocalRandom을 사용해 성능 개선하기"). Its code
 * takes {@link #STRONG} for every request. The article suspects the compare-and-set loop on the
 * seed of a shared {@link java.util.Random}, compares {@link #NEW_RANDOM} with {@link
 * #THREAD_LOCAL_RANDOM}, finds 16 ms of 149 and takes the latter. It never measures the generator
 * that was slow.
 *
 * <pre>{@code
 * wrong   STRONG                 reads /dev/random, which waits for entropy on kernels before 5.6
 * wrong   SHARED_RANDOM          48 bits of state, told by a few outputs: not for a secret
 * wrong   NEW_RANDOM             as above, and a seed taken from the clock
 * wrong   THREAD_LOCAL_RANDOM    64 bits of state behind an invertible function: not for a secret
 * wrong   SHA1PRNG_SEEDED        its seed is read from /dev/random, unless java.security.egd says otherwise
 * right   NEW_SECURE_RANDOM      reads /dev/urandom, which never waits once it is seeded
 * right   SHARED_SECURE_RANDOM   the same without an object per request: safe and fast
 * }</pre>
 *
 * <p>Which file a SecureRandom reads on Linux is decided by {@code
 * sun.security.provider.NativePRNG}: {@code getInstanceStrong()} is its {@code Blocking} variant
 * (java.security property {@code securerandom.strongAlgorithms}), {@code new SecureRandom()} the
 * mixed one, which takes what it hands out from /dev/urandom. Both fill a buffer of 256 bytes that
 * is thrown away after 100 ms, so a code that is alone in its tenth of a second costs 256 bytes,
 * not the four that a number takes.
 */
public enum Generator {
  /** One {@link Random} for all threads. Its seed is one AtomicLong that all threads exchange. */
  SHARED_RANDOM {
    @Override
    public CodeSource open() {
      Random shared = new Random();
      return () -> shared;
    }
  },

  /** A {@link Random} per request. What all threads exchange now is the "seed uniquifier". */
  NEW_RANDOM {
    @Override
    public CodeSource open() {
      return Random::new;
    }
  },

  /** No shared state at all: the article's choice. */
  THREAD_LOCAL_RANDOM {
    @Override
    public CodeSource open() {
      return ThreadLocalRandom::current;
    }
  },

  /** What the slow endpoint did: {@link SecureRandom#getInstanceStrong()} for every request. */
  STRONG {
    @Override
    public CodeSource open() {
      return Generator::strong;
    }
  },

  /** A SecureRandom per request. */
  NEW_SECURE_RANDOM {
    @Override
    public CodeSource open() {
      return SecureRandom::new;
    }
  },

  /** One SecureRandom for all threads: it is safe for use by several. */
  SHARED_SECURE_RANDOM {
    @Override
    public CodeSource open() {
      SecureRandom shared = new SecureRandom();
      return () -> shared;
    }
  },

  /**
   * A SHA1PRNG per request, seeded by {@link SecureRandom#generateSeed}. Where the JDK seeds one by
   * itself, it reads the same place once, when the JVM first needs it: Tomcat's start waited there
   * (docker-library/tomcat#12). This one reads it at each request, so that it can be counted.
   */
  SHA1PRNG_SEEDED {
    @Override
    public CodeSource open() {
      return Generator::seeded;
    }
  };

  private static final int SEED_BYTES = 20;

  /** A source of its own; {@code SHARED_} generators share theirs among its callers. */
  public abstract CodeSource open();

  /** The word for it in addresses and settings: the constant in lower case, with hyphens. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The generator of that word.
   *
   * @throws IllegalArgumentException with what was found and the words that were expected
   */
  public static Generator of(String word) {
    return Arrays.stream(values())
        .filter(generator -> generator.toString().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "generator: found '" + word + "', expected " + words()));
  }

  private static String words() {
    return Arrays.stream(values()).map(Generator::toString).collect(Collectors.joining(" or "));
  }

  private static SecureRandom seeded() {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(random.generateSeed(SEED_BYTES));
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA1PRNG", e);
    }
  }

  private static SecureRandom strong() {
    try {
      return SecureRandom.getInstanceStrong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "this JDK has none of the algorithms of securerandom.strongAlgorithms", e);
    }
  }
}
