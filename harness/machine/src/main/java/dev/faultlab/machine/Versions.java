package dev.faultlab.machine;

import java.lang.module.ModuleDescriptor.Version;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds versions in the output of programs and in names of tags. */
public final class Versions {
  /** Maven prints in bold even into a pipe: ESC [ 1 m is not a version. */
  private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;]*m");

  private static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})*");

  private Versions() {}

  /**
   * The numbers of the first version in a text: {@code 20.10.24} of {@code 20.10.24+dfsg1}.
   * Suffixes that distributions add are ignored.
   */
  public static Optional<Version> find(String text) {
    Matcher matcher = NUMBERS.matcher(COLOUR.matcher(text).replaceAll(""));
    return matcher.find() ? Optional.of(Version.parse(matcher.group())) : Optional.empty();
  }
}
