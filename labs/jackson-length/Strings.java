import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Strings DOCUMENTS CHARACTERS STRINGS HOW: reads JSON documents of so many characters in so many strings, and counts
 * those that the parser refuses for the length of a string. HOW: default, raised (the program raises the limit),
 * by-hand (the program has a limit of its own).
 */
public class Strings {
  public static void main(String[] args) throws Exception {
    int documents = Integer.parseInt(args[0]);
    int characters = Integer.parseInt(args[1]);
    int strings = Integer.parseInt(args[2]);
    JsonFactory factory = args[3].equals("raised") ? raised() : new JsonFactory();
    int limit = args[3].equals("by-hand") ? 5_000_000 : Integer.MAX_VALUE;
    byte[] document = document(characters, strings);
    int refused = 0;
    for (int i = 0; i < documents; i++) {
      try {
        int read = read(factory, document, limit);
        if (read != characters) {
          throw new IllegalStateException("read " + read + " characters of " + characters);
        }
      } catch (TooLong e) {
        refused++;
      } catch (JsonProcessingException e) {
        if (!e.getMessage().matches("(?s)String (value )?length \\(\\d+\\) exceeds the maximum .*")) {
          throw e;
        }
        refused++;
      }
    }
    System.out.printf("{\"documents\":%d,\"refused\":%d}%n", documents, refused);
  }

  private static int read(JsonFactory factory, byte[] document, int limit) throws IOException, TooLong {
    int characters = 0;
    try (JsonParser parser = factory.createParser(document)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          int length = parser.getText().length();
          if (length > limit) {
            throw new TooLong();
          }
          characters += length;
        }
      }
    }
    return characters;
  }

  private static byte[] document(int characters, int strings) {
    StringBuilder text = new StringBuilder(characters + 16 * strings);
    for (int s = 0; s < strings; s++) {
      text.append(s == 0 ? "[\"" : ",\"");
      for (int i = characters * s / strings; i < characters * (s + 1) / strings; i++) {
        text.append('A');
      }
      text.append('"');
    }
    return text.append(']').toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** StreamReadConstraints came with 2.15; before, there is no limit. */
  private static JsonFactory raised() throws ReflectiveOperationException {
    Class<?> type;
    try {
      type = Class.forName("com.fasterxml.jackson.core.StreamReadConstraints");
    } catch (ClassNotFoundException e) {
      return new JsonFactory();
    }
    Object limits = type.getMethod("builder").invoke(null);
    limits.getClass().getMethod("maxStringLength", int.class).invoke(limits, 50_000_000);
    Object constraints = limits.getClass().getMethod("build").invoke(limits);
    JsonFactoryBuilder builder = new JsonFactoryBuilder();
    JsonFactoryBuilder.class.getMethod("streamReadConstraints", type).invoke(builder, constraints);
    return builder.build();
  }

  /** The program's own limit. */
  private static class TooLong extends Exception {}
}
