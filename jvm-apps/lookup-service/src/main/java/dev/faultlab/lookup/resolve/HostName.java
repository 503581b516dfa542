package dev.faultlab.lookup.resolve;

import java.util.regex.Pattern;

/**
 * A host name of letters, digits and hyphens (RFC 952, RFC 1123), with room for the label in front
 * that makes it a name of one thread.
 *
 * @param text without a dot at the end
 */
public record HostName(String text) {
  private static final Pattern LABELS =
      Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");
  private static final Pattern ONLY_DIGITS_AND_DOTS = Pattern.compile("[0-9.]+");
  private static final int LONGEST = 240;

  /**
   * @throws IllegalArgumentException when the text is no host name, or is an IP address, for which
   *     there is nothing to look up
   */
  public HostName {
    if (text.length() > LONGEST || !LABELS.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "found '"
              + text
              + "', expected a host name: lower-case letters, digits and hyphens between dots, at"
              + " most "
              + LONGEST
              + " characters");
    }
    if (ONLY_DIGITS_AND_DOTS.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "found '" + text + "', expected a name: an IP address needs no lookup");
    }
  }

  public boolean isBelow(HostName zone) {
    return text.equals(zone.text) || text.endsWith("." + zone.text);
  }

  /** The name of one worker thread below this one. */
  public String ofWorker(int worker) {
    return "w" + worker + "." + text;
  }

  @Override
  public String toString() {
    return text;
  }
}
