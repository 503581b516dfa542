package dev.faultlab.token.foretell;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Asks a service for a few codes, says which ones will come, and asks for those.
 *
 * <p>That is what somebody does who wants another one's account: have codes sent to oneself, then
 * know the one that is sent to the other.
 */
public final class Foretell {
  /** Codes that are looked at: three windows, as one in a thousand is of no use. */
  private static final int SEEN = 3 * Foretelling.WINDOW;

  private static final int NEXT = 5;
  private static final int MILLIS = 30_000;
  private static final Pattern CODE = Pattern.compile("\"code\":\"(\\d{6})\"");

  private Foretell() {}

  /**
   * Runs the program: {@code foretell URL [FILE]}, with the file for the result as JSON.
   *
   * @throws IllegalArgumentException where it is called in another way
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 1 || arguments.length > 2 || arguments[0].startsWith("-")) {
      throw new IllegalArgumentException(
          "usage: foretell URL [FILE]: takes "
              + SEEN
              + " codes from URL, says what the next "
              + NEXT
              + " will be if they come from one java.util.Random, and takes those");
    }
    URL url = new URL(arguments[0]);
    List<Integer> seen = take(url, SEEN);
    Optional<RandomState> state = Foretelling.after(seen);
    List<Integer> foretold = new ArrayList<>();
    state.ifPresent(
        s -> {
          for (int i = 0; i < NEXT; i++) {
            foretold.add(s.nextCode());
          }
        });
    String result = json(seen, foretold, take(url, NEXT));
    System.out.print(result);
    if (arguments.length == 2) {
      Path file = Paths.get(arguments[1]);
      Files.write(file, result.getBytes(StandardCharsets.UTF_8));
    }
  }

  static String json(List<Integer> seen, List<Integer> foretold, List<Integer> came) {
    int hits = 0;
    for (int i = 0; i < foretold.size(); i++) {
      hits += foretold.get(i).equals(came.get(i)) ? 1 : 0;
    }
    return String.format(
        Locale.ROOT,
        "{\"seen\":%s,%n \"looked\":%d,%n \"foretold\":%s,%n \"came\":%s,%n \"told\":%d,%n"
            + " \"hits\":%d}%n",
        codes(seen),
        seen.size(),
        codes(foretold),
        codes(came),
        foretold.size(),
        hits);
  }

  private static String codes(List<Integer> codes) {
    return codes.stream()
        .map(code -> String.format(Locale.ROOT, "\"%06d\"", code))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static List<Integer> take(URL url, int count) throws IOException {
    List<Integer> codes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      HttpURLConnection connection = (HttpURLConnection) url.openConnection();
      connection.setConnectTimeout(MILLIS);
      connection.setReadTimeout(MILLIS);
      try (InputStream in = connection.getInputStream()) {
        String body = text(in);
        Matcher code = CODE.matcher(body);
        if (!code.find()) {
          throw new IOException(url + " answered '" + body + "', expected a code of six digits");
        }
        codes.add(Integer.parseInt(code.group(1)));
      }
    }
    return codes;
  }

  private static String text(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      bytes.write(b);
    }
    return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
  }
}
