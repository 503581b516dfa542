package dev.faultlab.report.document;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Addresses: relative ones of evidence files, and those of public pages. */
public final class Links {
  private Links() {}

  /**
   * A path with each part percent-encoded (RFC 3986); names of points contain {@code @} and {@code
   * =}.
   */
  public static String encoded(String path) {
    return Arrays.stream(path.split("/"))
        .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }

  /** Whether a text from a result is an address of the web and nothing else. */
  public static boolean isWeb(String text) {
    return text.matches("https://[A-Za-z0-9][A-Za-z0-9./_#?=&%~+:-]*");
  }
}
