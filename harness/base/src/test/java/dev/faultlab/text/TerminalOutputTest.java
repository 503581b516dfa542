package dev.faultlab.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a writer forgot to escape does not reach the terminal. */
class TerminalOutputTest {
  private static final String TITLE = "\u001b]0;t\u0007";

  private static String output(String text, boolean colour, boolean runner) throws IOException {
    ByteArrayOutputStream at1 = new ByteArrayOutputStream();
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    byte[] octets = text.getBytes(UTF_8);
    try (TerminalOutput slow = new TerminalOutput(at1, UTF_8, colour, runner);
        TerminalOutput fast = new TerminalOutput(whole, UTF_8, colour, runner)) {
      for (byte octet : octets) {
        slow.write(octet);
      }
      fast.write(octets);
    }
    assertThat(at1.toString(UTF_8)).isEqualTo(whole.toString(UTF_8));
    return whole.toString(UTF_8);
  }

  @Test
  void textAndLinesAndTabsPass() throws IOException {
    String text = "grün 日本 🙂\tb\r\nc\n";
    assertThat(output(text, false, false)).isEqualTo(text);
  }

  @Test
  void noControlCharacterPasses() throws IOException {
    assertThat(output(TITLE + "a\rb\u202e\u009b2J\n", true, false))
        .isEqualTo("\\u001b]0;t\\u0007a\\u000db\\u202e\\u009b2J\n");
  }

  @Test
  void plainColoursPassWhereThereIsColour() throws IOException {
    String red = "\u001b[1;31mCONTRADICTED\u001b[0m\n";
    assertThat(output(red, true, false)).isEqualTo(red);
    assertThat(output(red, false, false)).doesNotContain("\u001b");
    assertThat(output("\u001b[8mhidden\u001b[2J", true, false)).doesNotContain("\u001b");
  }

  @Test
  void anEscapedCharacterInJsonIsTheSameCharacter() throws IOException {
    assertThat(output("{\"a\":\"\u202e\udb40\udc01\"}", false, false))
        .isEqualTo("{\"a\":\"\\u202e\\udb40\\udc01\"}");
  }

  @Test
  void noLineIsACommandToGitHubsRunner() throws IOException {
    assertThat(output("a::error::b\n ::error::c\n##[group]d\n## e\n", false, true))
        .isEqualTo("a::error::b\n \\u003a:error::c\n##\\u005bgroup]d\n## e\n");
    assertThat(output("::1\n", false, false)).isEqualTo("::1\n");
  }

  /** The characters that Unicode calls White_Space, which GitHub's runner skips, and two marks. */
  @ParameterizedTest
  @ValueSource(strings = {"\ufe0f", "\u3164", " \u00a0\t\u2003"})
  @MethodSource("whiteSpace")
  void noWhiteSpaceHidesACommand(String before) throws IOException {
    for (String start : List.of("", "text\n", "text\r\n", "\n", before)) {
      String line = output(start + before + "::error::b", false, true).replaceFirst("(?s).*\n", "");
      assertThat(line.replaceAll("[^!-~]", "")).doesNotStartWith("::").endsWith(":error::b");
    }
  }

  static Stream<String> whiteSpace() {
    return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .mapToObj(Character::toString)
        .filter(Pattern.compile("\\p{IsWhite_Space}").asMatchPredicate());
  }

  @Test
  void aLineInManyPiecesCostsNoMoreThanItsPieces() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TerminalOutput terminal = new TerminalOutput(out, UTF_8, false, true)) {
      terminal.write("x".repeat(1 << 20).getBytes(UTF_8));
      terminal.write("#".getBytes(UTF_8));
      terminal.write("#[group]".getBytes(UTF_8));
      assertThat(terminal).extracting("line").asString().hasSizeLessThan(10);
    }
    assertThat(out.toString(UTF_8)).endsWith("x##\\u005bgroup]");
  }

  @Test
  void whatCouldNotBeWrittenIsKnown() {
    TerminalOutput full = failing("No space left on device");
    full.printer().println("x");
    assertThat(full.failure()).contains("No space left on device");
    TerminalOutput closed = failing("Broken pipe");
    closed.printer().println("x");
    assertThat(closed.failure()).as("a reader that wants no more").isEmpty();
  }

  private static TerminalOutput failing(String why) {
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException(why);
          }
        };
    return new TerminalOutput(out, UTF_8, false, false);
  }

  @Test
  void octetsThatAreNoTextAreReplaced() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TerminalOutput terminal = new TerminalOutput(out, UTF_8, false, false)) {
      terminal.write(new byte[] {'a', (byte) 0x9b, 'b', (byte) 0xc3});
      terminal.write(new byte[] {(byte) 0xbc, '\n'});
    }
    assertThat(out.toString(UTF_8)).isEqualTo("a\ufffdbü\n");
  }
}
