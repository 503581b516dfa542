package dev.faultlab.charset.crowd;

import java.lang.reflect.Field;
import java.nio.charset.Charset;

/** The lock that {@link CrowdedDecodes} holds while it counts who waits for it. */
enum HeldLock {
  /** One jar of the class path, which every search for a provider's charset opens. */
  JAR("jar") {
    @Override
    Object monitor(CrowdOptions options) throws IllegalAccessException {
      return OpenJars.named(options.jar());
    }
  },

  /**
   * The JDK's table of its own charsets, {@code sun.nio.cs.StandardCharsets}. Its {@code
   * charsetForName} is synchronized (JDK 8: in {@code FastCharsetProvider}; JDK 9 to 25: in the
   * class itself), and every name that {@link Charset} does not remember is looked up there first.
   *
   * <p>From JDK 9 on {@code --add-opens java.base/java.nio.charset=ALL-UNNAMED} is needed.
   *
   * <p>Sources: javaee/grizzly#794, aws/aws-sdk-java#188, OpenLiberty/open-liberty#26601.
   */
  STANDARD_CHARSETS("standard-charsets") {
    @Override
    Object monitor(CrowdOptions options) throws IllegalAccessException {
      try {
        Field table = Charset.class.getDeclaredField("standardProvider");
        table.setAccessible(true);
        return table.get(null);
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException("this JVM's Charset has no standardProvider", e);
      }
    }
  };

  private final String option;

  HeldLock(String option) {
    this.option = option;
  }

  /** The object whose monitor the threads need. */
  abstract Object monitor(CrowdOptions options) throws IllegalAccessException;

  @Override
  public String toString() {
    return option;
  }
}
