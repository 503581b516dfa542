package dev.faultlab.version;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A version of PyPI (PEP 440) as one of Debian with the same place in the order: {@code
 * 1!2.0rc1.dev3} is {@code 1:2~r1~3}. Debian sorts {@code ~} before the end of a text, letters
 * after it, and other signs last.
 */
final class PythonVersion {
  private static final Pattern FORM =
      Pattern.compile(
          "v?(?:(\\d{1,9})!)?(\\d{1,18}(?:\\.\\d{1,18})*?)(?:\\.0+)*"
              + "(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\\d{0,18}))?"
              + "((?:-(?=\\d)|[-_.]?(?:post|rev|r)[-_.]?)(\\d{0,18}))?"
              + "([-_.]?dev[-_.]?(\\d{0,18}))?(?:\\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?");

  static String debian(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no version of PyPI");
    }
    String pre = form.group(3) == null ? "" : form.group(3).replaceFirst("^[cp].*", "r");
    String post = number("+", form.group(5), form.group(6));
    // A development release comes before the pre-releases of what it leads to.
    String dev = number((pre + post).isEmpty() ? "~~" : "~", form.group(7), form.group(8));
    return number("", "", form.group(1))
        + ":"
        + form.group(2)
        + (pre.isEmpty() ? "" : number("~" + pre.charAt(0), pre, form.group(4)))
        + post
        + dev
        + (form.group(9) == null ? "" : local(form.group(9)));
  }

  private static String number(String mark, String part, String digits) {
    return part == null ? "" : mark + (digits == null || digits.isEmpty() ? "0" : digits);
  }

  /** Words before numbers, numbers by size; in a word, digits come before letters. */
  private static String local(String text) {
    return Stream.of(text.split("[-_.]"))
        .map(part -> part.matches("\\d+") ? "z" + part + "~" : "a" + letters(part) + "~")
        .collect(Collectors.joining());
  }

  private static String letters(String word) {
    return Pattern.compile("\\d")
        .matcher(word)
        .replaceAll(d -> "" + (char) (d.group().charAt(0) + 17));
  }
}
