package dev.faultlab.cures.charset;

import dev.faultlab.cures.agent.Options;
import dev.faultlab.cures.agent.Start;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** What the agent's argument asks for. Public because the boot loader loads it. */
public final class Remembering {
  private static final String ENABLED = "enabled";

  private Remembering() {}

  /**
   * @throws IllegalArgumentException when the arguments are not understood
   */
  public static Start.Work asked(String arguments) {
    Options options = Options.parse(arguments, Collections.singleton(ENABLED));
    Set<String> choices = new HashSet<>(Arrays.asList("true", "false"));
    boolean enabled = Boolean.parseBoolean(options.word(ENABLED, choices, "true"));
    return installation -> {
      if (!Charsets.installed()) {
        // Loads the state and all that it needs now, not in the middle of the first lookup.
        Charsets.forget();
        installation.install(new ProviderLookup());
        Charsets.markInstalled();
      }
      Charsets.enable(enabled);
      return enabled
          ? "remembers up to " + Charsets.MOST + " names that providers know"
          : "switched off, remembers nothing";
    };
  }
}
