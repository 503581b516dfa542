package dev.faultlab.cures.strong;

import dev.faultlab.cures.agent.Options;
import dev.faultlab.cures.agent.Start;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** What the agent's argument asks for. Public because the boot loader loads it. */
public final class Replacing {
  private static final String ENABLED = "enabled";

  private Replacing() {}

  /**
   * @throws IllegalArgumentException when the arguments are not understood
   */
  public static Start.Work asked(String arguments) {
    Options options = Options.parse(arguments, Collections.singleton(ENABLED));
    Set<String> choices = new HashSet<>(Arrays.asList("true", "false"));
    boolean enabled = Boolean.parseBoolean(options.word(ENABLED, choices, "true"));
    return installation -> {
      if (!Strong.installed()) {
        Choice choice = Choice.made();
        Strong.set(choice, Generators.seeded(choice::seed));
        installation.install(new InstanceStrong());
        Strong.markInstalled();
      }
      Strong.enable(enabled);
      return enabled
          ? "getInstanceStrong() gives DRBG, seeded by NativePRNGBlocking and /dev/urandom,"
              + " unless the program chooses another generator"
          : "switched off, getInstanceStrong() is the JDK's own";
    };
  }
}
