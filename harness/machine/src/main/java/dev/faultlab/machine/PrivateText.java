package dev.faultlab.machine;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a file that is published must not hold of this machine: its paths, and secrets.
 *
 * @param words that a file must not hold to what each is
 */
public record PrivateText(Map<String, String> words) {
  private static final Pattern SECRET =
      Pattern.compile(".*(TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY).*");

  /** Shorter ones stand in every file by chance. */
  private static final int SHORTEST = 8;

  /** In a container this is a home like any other. */
  private static final String ROOT_HOME = "/root";

  /**
   * Those of this machine.
   *
   * @param environment of this process; variables that are called secret, or are proxies with a
   *     user's name in them, have values that must not be told
   */
  public static PrivateText of(Workspace workspace, String home, Map<String, String> environment) {
    Map<String, String> words = new LinkedHashMap<>();
    put(words, workspace.root(), "the path of this clone");
    put(words, workspace.cache().root(), "the path of the cache");
    if (!home.equals(ROOT_HOME)) {
      put(words, Path.of(home), "a path in this user's home");
    }
    environment.forEach(
        (name, value) -> {
          String called = name.toUpperCase(Locale.ROOT);
          boolean proxy = called.endsWith("_PROXY") && value.contains("@");
          if (value.length() >= SHORTEST && (proxy || SECRET.matcher(called).matches())) {
            words.put(value, "the value of the variable " + name);
          }
        });
    words.put("PRIVATE KEY-----", "a private key");
    return new PrivateText(words);
  }

  private static void put(Map<String, String> words, Path path, String what) {
    String text = path.toAbsolutePath().normalize().toString();
    if (text.length() > 1) {
      words.put(text, what);
    }
  }

  /** What of this machine stands in a file. */
  public Optional<String> in(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    return words.entrySet().stream()
        .filter(word -> text.contains(word.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
