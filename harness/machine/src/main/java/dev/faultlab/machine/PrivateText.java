package dev.faultlab.machine;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a published file must not reveal about this machine: its paths, and secrets.
 *
 * @param words forbidden text to what it is
 */
public record PrivateText(Map<String, String> words) {
  private static final Pattern SECRET =
      Pattern.compile(".*(TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY).*");

  /** Shorter ones occur in every file by chance. */
  private static final int SHORTEST = 8;

  /** In a container this is a home like any other. */
  private static final String ROOT_HOME = "/root";

  /**
   * The forbidden words of this machine.
   *
   * @param environment of this process; values of variables with a secret's name, and of proxies
   *     with a user's name, must not be published
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
          String upperName = name.toUpperCase(Locale.ROOT);
          boolean isProxy = upperName.endsWith("_PROXY") && value.contains("@");
          if (value.length() >= SHORTEST && (isProxy || SECRET.matcher(upperName).matches())) {
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

  /** The forbidden words that a file contains. */
  public Optional<String> findIn(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    return words.entrySet().stream()
        .filter(word -> text.contains(word.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
