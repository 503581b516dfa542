package dev.faultlab.exercise;

import dev.faultlab.fact.Fact;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reference to evidence that a person typed: {@code dns.pcap frame 17}, {@code syscalls.log line
 * 40}, {@code stats.json /calls/finished}.
 *
 * @param file name of the evidence file
 * @param where JSON pointer, or the number of a frame or line
 */
public record Citation(String file, String where) {
  private static final Pattern FORM =
      Pattern.compile("([^\\s#:,/]+\\.\\w+)\\s*[#:,]?\\s*(?:frame|line)?\\s*(/\\S*|\\d{1,9})");

  private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");

  /** Parses it; empty if it has another form. */
  public static Optional<Citation> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    return matcher.matches()
        ? Optional.of(new Citation(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /** Whether a fact is at that place. */
  public boolean matches(Fact<?> fact) {
    String name = fact.file().substring(fact.file().lastIndexOf('/') + 1);
    if (!name.equals(file)) {
      return false;
    }
    if (where.startsWith("/") || fact.where().startsWith("/")) {
      return fact.where().equals(where);
    }
    long number = Long.parseLong(where);
    // "frame 3", "frames 3-202", "lines 6, 9"
    Matcher ranges = RANGE.matcher(fact.where());
    while (fact.where().matches("(frame|line)s? .*") && ranges.find()) {
      long first = Long.parseLong(ranges.group(1));
      long last = ranges.group(2) == null ? first : Long.parseLong(ranges.group(2));
      if (number >= first && number <= last) {
        return true;
      }
    }
    return false;
  }
}
