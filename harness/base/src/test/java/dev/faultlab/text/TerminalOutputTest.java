package dev.faultlab.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a writer forgot to escape does not reach the terminal. */
class TerminalOutputTest {
  private static final String TITLE = "\u001b]0;t\u0007";

  private static String printed(String text, boolean colour, boolean runner) throws IOException {
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
    assertThat(printed(text, false, false)).isEqualTo(text);
  }

  @Test
  void noControlCharacterPasses() throws IOException {
    assertThat(printed(TITLE + "a\rb\u202e\u009b2J\n", true, false))
        .isEqualTo("\\u001b]0;t\\u0007a\\u000db\\u202e\\u009b2J\n");
  }

  @Test
  void plainColoursPassWhereThereIsColour() throws IOException {
    String red = "\u001b[1;31mCONTRADICTED\u001b[0m\n";
    assertThat(printed(red, true, false)).isEqualTo(red);
    assertThat(printed(red, false, false)).doesNotContain("\u001b");
    assertThat(printed("\u001b[8mhidden\u001b[2J", true, false)).doesNotContain("\u001b");
  }

  @Test
  void anEscapedCharacterInJsonIsTheSameCharacter() throws IOException {
    assertThat(printed("{\"a\":\"\u202e\udb40\udc01\"}", false, false))
        .isEqualTo("{\"a\":\"\\u202e\\udb40\\udc01\"}");
  }

  @Test
  void noLineIsACommandToGitHubsRunner() throws IOException {
    assertThat(printed("a::error::b\n ::error::c\n##[group]d\n## e\n", false, true))
        .isEqualTo("a::error::b\n \\u003a:error::c\n##\\u005bgroup]d\n## e\n");
    assertThat(printed("::1\n", false, false)).isEqualTo("::1\n");
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
