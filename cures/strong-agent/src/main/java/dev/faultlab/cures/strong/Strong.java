package dev.faultlab.cures.strong;

import dev.faultlab.cures.agent.Refusal;
import java.security.SecureRandom;

/**
 * What {@code SecureRandom.getInstanceStrong} calls first.
 *
 * <p>The state is static because code inlined into a class of {@code java.base} can reach nothing
 * but a static member of a class of the boot loader.
 */
public final class Strong {
  private static volatile Choice choice;
  private static volatile Generators generators;
  private static volatile boolean enabled;
  private static volatile boolean installed;

  private Strong() {}

  /**
   * A generator for the caller alone; null where the JDK is to give what it would give: the agent
   * is switched off, the program has chosen another generator since the agent began, or there is no
   * DRBG any more.
   */
  public static SecureRandom instance() {
    if (!enabled || !choice.holds()) {
      return null;
    }
    try {
      return generators.next();
    } catch (Refusal e) {
      return null;
    }
  }

  /**
   * @param replaced what is replaced for as long as it holds
   */
  static void set(Choice replaced, Generators seeded) {
    choice = replaced;
    generators = seeded;
  }

  static void enable(boolean on) {
    enabled = on;
  }

  static boolean installed() {
    return installed;
  }

  static void markInstalled() {
    installed = true;
  }
}
