package dev.faultlab.diagnose;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * The sentences of findings.properties. A key is a finding's id, the case that needs a sentence of
 * its own, if any, and what the sentence is, with points between them.
 */
final class FindingTexts {
  static final Properties ALL = new Properties();

  static {
    try (Reader in =
        new InputStreamReader(
            FindingTexts.class.getResourceAsStream("findings.properties"),
            StandardCharsets.UTF_8)) {
      ALL.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What could not be seen, with how often, and its values. */
  static String unseen(String about, long count, Object... values) {
    return ALL.getProperty("unseen." + about).replace("#", "" + count).formatted(values);
  }

  /** A sentence, or a part of one, with its values. */
  static String text(FindingId id, String name, Object... values) {
    return of(id, "", name, values);
  }

  /** A sentence with its values: the case's own, or the one for all cases; empty without one. */
  static String of(FindingId id, String ofCase, String name, Object... values) {
    String defaultText = ALL.getProperty(id.id() + "." + name, "");
    return ALL.getProperty(id.id() + "." + ofCase + "." + name, defaultText).formatted(values);
  }
}
