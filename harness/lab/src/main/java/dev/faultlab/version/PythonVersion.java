package dev.faultlab.version;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A version of PyPI (PEP 440), as the keys by which it is ordered. */
record PythonVersion(List<Long> numbers, String local) implements Comparable<PythonVersion> {
  private static final int MOST_PARTS = 12;
  private static final Pattern FORM =
      Pattern.compile(
          "v?(?:(\\d{1,9})!)?(\\d{1,18}(?:\\.\\d{1,18})*)"
              + "(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\\d{0,18}))?"
              + "(?:-(\\d{1,17})|[-_.]?(?:post|rev|r)([-_.]?\\d{0,17}))?"
              + "(?:[-_.]?dev([-_.]?\\d{0,18}))?(?:\\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?");

  static PythonVersion parse(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!form.matches() || form.group(2).split("\\.").length > MOST_PARTS) {
      throw new IllegalArgumentException("'" + text + "' is no version of PyPI");
    }
    Long[] keys = new Long[MOST_PARTS + 5];
    Arrays.fill(keys, 0L);
    keys[0] = number(form.group(1));
    Long[] release = Stream.of(form.group(2).split("\\.")).map(Long::valueOf).toArray(Long[]::new);
    System.arraycopy(release, 0, keys, 1, release.length);
    String pre = form.group(3);
    String post = Optional.ofNullable(form.group(5)).orElse(form.group(6));
    // A development release comes before the pre-releases of what it leads to.
    keys[MOST_PARTS + 1] =
        pre == null
            ? post == null && form.group(7) != null ? 0L : 4L
            : pre.startsWith("a") ? 1L : pre.startsWith("b") ? 2L : 3L;
    keys[MOST_PARTS + 2] = number(form.group(4));
    keys[MOST_PARTS + 3] = post == null ? 0 : 1 + number(post);
    keys[MOST_PARTS + 4] = form.group(7) == null ? Long.MAX_VALUE : number(form.group(7));
    return new PythonVersion(List.of(keys), local(form.group(8)));
  }

  private static long number(String text) {
    String digits = text == null ? "" : text.replaceAll("[-_.]", "");
    return digits.isEmpty() ? 0 : Long.parseLong(digits);
  }

  /** Parts in an order of characters: words before numbers, numbers by size. */
  private static String local(String text) {
    return text == null
        ? ""
        : Stream.of(text.split("[-_.]"))
            .map(
                part ->
                    part.matches("\\d+")
                        ? "1" + "0".repeat(Math.max(0, 20 - part.length())) + part
                        : "0" + part)
            .collect(Collectors.joining("."));
  }

  @Override
  public int compareTo(PythonVersion other) {
    int order = Arrays.compare(numbers.toArray(Long[]::new), other.numbers.toArray(Long[]::new));
    return order != 0 ? order : local.compareTo(other.local);
  }
}
