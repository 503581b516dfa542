package dev.faultlab.cures.inetaddress;

import dev.faultlab.cures.agent.Options;
import dev.faultlab.cures.agent.Start;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** What the agent's argument asks for. Public because the boot loader loads it. */
public final class Lifting {
  private static final String ENABLED = "enabled";
  private static final String POLICY = "policy";

  private Lifting() {}

  /**
   * @throws IllegalArgumentException when the arguments are not understood
   */
  public static Start.Work asked(String arguments) {
    Options options = Options.parse(arguments, set(ENABLED, POLICY));
    boolean enabled = Boolean.parseBoolean(options.word(ENABLED, set("true", "false"), "true"));
    boolean merge = options.word(POLICY, set("merge", "concurrent"), "merge").equals("merge");
    return installation -> {
      if (!Lookups.installed()) {
        // Loads the state and all that it needs now, not in the middle of the first lookup.
        Lookups.warmUp();
        installation.install(new LookupLock(), new NameServiceCall());
        Lookups.markInstalled();
      }
      Lookups.set(enabled, merge);
      return enabled
          ? (merge ? "merges lookups of a name" : "lets lookups of a name run at once")
              + " while InetAddress caches nothing (networkaddress.cache.ttl=0)"
          : "switched off, lookups of a name take turns as in the JDK";
    };
  }

  private static Set<String> set(String... words) {
    return new HashSet<>(Arrays.asList(words));
  }
}
