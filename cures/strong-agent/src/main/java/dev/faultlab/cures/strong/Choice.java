package dev.faultlab.cures.strong;

import dev.faultlab.cures.agent.Refusal;
import java.security.AccessController;
import java.security.NoSuchAlgorithmException;
import java.security.PrivilegedAction;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;

/**
 * Which generator {@code getInstanceStrong} gives without the agent: the first entry of the
 * security property {@code securerandom.strongAlgorithms} that there is. The JDK reads the property
 * at each call, so a program can choose another one, or take the provider away, at any time.
 */
final class Choice {
  private static final String PROPERTY = "securerandom.strongAlgorithms";

  /**
   * The fault. Only as the first entry and with its provider, as JDKs for Linux come with it:
   * before it another one could turn up later, and without a provider it could be another one's.
   */
  private static final String FAULTY = "NativePRNGBlocking:SUN";

  /** As the JDK reads it up to 23: a program with a security manager need not be allowed to. */
  private static final PrivilegedAction<String> READING = () -> Security.getProperty(PROPERTY);

  private final String algorithms;
  private final SecureRandom given;

  private Choice(String algorithms, SecureRandom given) {
    this.algorithms = algorithms;
    this.given = given;
  }

  /**
   * What holds now.
   *
   * @throws Refusal where it is not what the fault is about: somebody has chosen another generator,
   *     or the system is not Linux
   */
  static Choice made() {
    SecureRandom given;
    try {
      given = SecureRandom.getInstanceStrong();
    } catch (NoSuchAlgorithmException e) {
      throw new Refusal("this JDK lacks a generator: " + e.getMessage(), e);
    }
    String algorithm = given.getAlgorithm();
    String provider = given.getProvider().getName();
    if (!FAULTY.equals(algorithm + ":" + provider)) {
      throw new Refusal(
          "getInstanceStrong() is "
              + algorithm
              + " of "
              + provider
              + " here, expected "
              + FAULTY
              + ", which reads /dev/random");
    }
    String algorithms = AccessController.doPrivileged(READING);
    if (!FAULTY.equals(algorithms.split(",")[0].trim())) {
      throw new Refusal(
          PROPERTY + " is '" + algorithms + "', expected one that begins with " + FAULTY);
    }
    return new Choice(algorithms, given);
  }

  /** Whether the JDK would still give that generator. */
  boolean holds() {
    Provider provider = given.getProvider();
    return algorithms.equals(AccessController.doPrivileged(READING))
        && Security.getProvider(provider.getName()) == provider;
  }

  /** Bytes of /dev/random; may wait. */
  byte[] seed(int count) {
    return given.generateSeed(count);
  }
}
