package dev.faultlab.check;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request to the checked service.
 *
 * @param method for example GET
 * @param url with the service's name as its host
 * @param port of the service, from the URL or its scheme
 * @param headers name to value, in the order of the file
 */
public record Request(
    String method, String url, int port, Map<String, String> headers, Optional<String> body) {

  static final int MAX_PORT = 65_535;

  /** Compose allows underscores in the name of a service, which java.net.URI does not. */
  private static final Pattern REQUEST =
      Pattern.compile(
          "(?<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (?<url>(?<scheme>https?)://"
              + "[A-Za-z0-9][A-Za-z0-9_.-]{0,62}(:(?<port>[1-9][0-9]{0,4}))?([/?][!-~]{0,500})?)");

  /**
   * A request in words: {@code GET http://gateway:80/}.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static Request parse(String words) {
    Matcher request = REQUEST.matcher(words);
    if (!request.matches()) {
      throw new IllegalArgumentException(
          "found '%s', expected a request such as GET http://SERVICE:PORT/path".formatted(words));
    }
    int usual = request.group("scheme").equals("https") ? 443 : 80;
    int port = request.group("port") == null ? usual : Integer.parseInt(request.group("port"));
    if (port > MAX_PORT) {
      throw new IllegalArgumentException(
          "found port %d, expected one up to %d".formatted(port, MAX_PORT));
    }
    return new Request(
        request.group("method"), request.group("url"), port, Map.of(), Optional.empty());
  }

  /** The host of the URL: the checked service. */
  public String service() {
    return url.replaceFirst("https?://", "").replaceFirst("[:/?].*", "");
  }

  /** The same with headers and a body. */
  Request with(Map<String, String> lines, Optional<String> content) {
    return new Request(method, url, port, lines, content);
  }

  /** {@code GET http://gateway:80/}; headers and body may be secrets. */
  @Override
  public String toString() {
    return method + " " + url;
  }
}
