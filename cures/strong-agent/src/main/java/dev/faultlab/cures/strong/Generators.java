package dev.faultlab.cures.strong;

import dev.faultlab.cures.agent.Refusal;
import java.lang.reflect.InvocationTargetException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.function.Supplier;

/**
 * Makes generators that hold what the JDK's own strong generator gave, and what the kernel gives at
 * the moment.
 *
 * <p>Each is the JDK's DRBG (NIST SP 800-90A) with a security strength of 256 bits. It is given two
 * seeds:
 *
 * <ul>
 *   <li>48 bytes of a DRBG that was given 48 bytes of {@code NativePRNGBlocking}, hence
 *       /dev/random, when the agent began. That may wait, once.
 *   <li>32 bytes of /dev/urandom as the generator is made. That never waits, and keeps two copies
 *       of one virtual machine, resumed from the same snapshot, from making the same secrets.
 * </ul>
 *
 * <p>These are all that it is seeded with. A DRBG that is given a seed before it is used takes that
 * as its entropy input, and the JDK seeds it no more ({@code engineSetSeed} and {@code
 * instantiateIfNecessary} of {@code sun.security.provider.AbstractDrbg} in JDK 11 and 25); it adds
 * a nonce. A second seed is mixed into what is there, which takes no entropy away. So nothing rests
 * on the file that {@code java.security.egd} or {@code securerandom.source} names, which may be
 * any.
 *
 * <p>What else a program may ask of a generator does read that file: {@code generateSeed} at each
 * call, {@code reseed()} the first time in the life of the JVM. A DRBG reseeds itself after
 * 2,147,483,647 calls of {@code nextBytes}.
 */
final class Generators {
  /** 384 bits: more than the strength, as SP 800-90A, 8.6.7 asks of seed and nonce together. */
  static final int OLD_SEED_BYTES = 48;

  static final int FRESH_SEED_BYTES = 32;
  private static final int STRENGTH_BITS = 256;

  /** Where seeds come from. */
  interface Seeds {
    byte[] bytes(int count);
  }

  private final Supplier<SecureRandom> drbg;
  private final Seeds fresh;
  private final SecureRandom root;

  /**
   * @param drbg a new one that has no seed yet
   * @param strong asked once, now
   * @param fresh asked for each generator
   */
  Generators(Supplier<SecureRandom> drbg, Seeds strong, Seeds fresh) {
    this.drbg = drbg;
    this.fresh = fresh;
    this.root = drbg.get();
    root.setSeed(strong.bytes(OLD_SEED_BYTES));
  }

  /**
   * Seeded from this machine.
   *
   * @param strong asked once, now
   * @throws Refusal where this JDK has no DRBG
   */
  static Generators seeded(Seeds strong) {
    try {
      SecureRandom kernel = SecureRandom.getInstance("NativePRNGNonBlocking");
      return new Generators(Generators::drbg, strong, kernel::generateSeed);
    } catch (NoSuchAlgorithmException e) {
      throw new Refusal("this JDK lacks a generator: " + e.getMessage(), e);
    }
  }

  /**
   * One of the caller's own.
   *
   * @throws Refusal where there is no DRBG any more, because the program has removed provider SUN
   *     for one
   */
  SecureRandom next() {
    byte[] seed = new byte[OLD_SEED_BYTES];
    root.nextBytes(seed);
    SecureRandom generator = drbg.get();
    generator.setSeed(seed);
    generator.setSeed(fresh.bytes(FRESH_SEED_BYTES));
    return generator;
  }

  /** By reflection: this class is compiled for JDK 8, which has no DRBG. */
  private static SecureRandom drbg() {
    try {
      Class<?> parameters = Class.forName("java.security.DrbgParameters");
      Class<?> capability = Class.forName("java.security.DrbgParameters$Capability");
      Object reseeding = capability.getField("RESEED_ONLY").get(null);
      Object instantiation =
          parameters
              .getMethod("instantiation", int.class, capability, byte[].class)
              .invoke(null, STRENGTH_BITS, reseeding, null);
      return (SecureRandom)
          SecureRandom.class
              .getMethod(
                  "getInstance",
                  String.class,
                  Class.forName("java.security.SecureRandomParameters"),
                  String.class)
              .invoke(null, "DRBG", instantiation, "SUN");
    } catch (ClassNotFoundException e) {
      throw new Refusal("this JDK has no DRBG; it came with JDK 9", e);
    } catch (InvocationTargetException e) {
      throw new Refusal("this JDK has no DRBG: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new Refusal("this JDK has another DRBG: " + e, e);
    }
  }
}
