package dev.faultlab.storm;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The parameters of one HTTP request; every one is checked, because a misspelt one would measure
 * something else.
 */
final class Query {
  private final Map<String, String> values = new LinkedHashMap<>();

  Query(URI uri) {
    String text = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    for (String pair : text.split("&")) {
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        values.put(
            parts[0], parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
    }
  }

  String word(String name, String standard) {
    String value = values.remove(name);
    return value == null || value.isEmpty() ? standard : value;
  }

  /**
   * A number.
   *
   * @throws IllegalArgumentException when it is none, or below {@code least}
   */
  int number(String name, int standard, int least) {
    String text = word(name, Integer.toString(standard));
    try {
      int number = Integer.parseInt(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, with what was expected
    }
    throw new IllegalArgumentException(
        name + "=" + text + ": expected a whole number of at least " + least);
  }

  /**
   * Numbers with commas between them.
   *
   * @throws IllegalArgumentException when there is none, or one is no number
   */
  List<Integer> numbers(String name) {
    String text = word(name, "");
    try {
      return Stream.of(text.split(",")).map(Integer::valueOf).toList();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          name + "=" + text + ": expected whole numbers with commas between them");
    }
  }

  /** An address, {@code host:port} or {@code [v6]:port}. */
  InetSocketAddress address(String name) {
    String text = word(name, "");
    int colon = text.lastIndexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException(name + "=" + text + ": expected host:port");
    }
    String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
    return new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
  }

  /**
   * To be called when all known parameters were taken.
   *
   * @throws IllegalArgumentException when one is left
   */
  void done() {
    if (!values.isEmpty()) {
      throw new IllegalArgumentException("unknown parameters " + values.keySet());
    }
  }
}
