package dev.faultlab.manifest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of JDKs as version managers write them: {@code temurin-21.0.4+7.0.LTS}, {@code 1.8}. */
final class JavaRelease {
  private static final Pattern NAME =
      Pattern.compile(
          "(?:(?:temurin|adoptopenjdk|openjdk|openjdk64|corretto|zulu|zulu64|liberica|sapmachine"
              + "|oracle|oracle64|microsoft)(?:-jre)?-)?(?:1\\.)?([1-9][0-9]?)(?:[.+u_-].*)?");

  private JavaRelease() {}

  /** The feature release. */
  static Optional<String> feature(String text) {
    Matcher matcher = NAME.matcher(text);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Adds the JDK of a name. */
  static void add(String text, int line, Reading.Builder found) {
    Optional<String> feature = feature(text);
    if (feature.isPresent()) {
      found.add(new Mention("jdk", feature.get(), text, false, found.at(line)));
    } else {
      found.unclear(line, text, "its name contains no JDK release that labs run");
    }
  }
}
