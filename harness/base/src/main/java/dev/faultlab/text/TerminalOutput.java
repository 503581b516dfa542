package dev.faultlab.text;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Standard output or standard error. Whatever a command prints, no control character reaches the
 * terminal: this catches writers that forget {@link Escape}. Line ends, tabs and, on request, plain
 * colours pass.
 */
public final class TerminalOutput extends OutputStream {
  /**
   * Bold, underlined and coloured text, as in our reports and in picocli's help; nothing that hides
   * text.
   */
  private static final String COLOUR = "\u001b\\[(?:[0-4]|2[1-4]|3[1-79])?(?:;3[1-3])?m";

  /** A sequence that may continue in the next piece. */
  private static final Pattern OPEN = Pattern.compile("(?:\r|\u001b(?:\\[[0-9;]{0,5})?)\\z");

  /**
   * GitHub's runner obeys ##[ anywhere, and two colons after any Unicode white space. It compares
   * texts by .NET's rules, which skip some letters and marks too.
   */
  private static final Pattern WORKFLOW_COMMAND = Pattern.compile("(?<=^|\n)[^!-~\n]*+:|##\\[");

  private static final Pattern VISIBLE = Pattern.compile("[!-~]");

  private final OutputStream out;
  private final Charset charset;
  private final Pattern allowed;
  private final boolean onGithubRunner;
  private final CharsetDecoder decoder;
  private ByteBuffer undecoded = ByteBuffer.allocate(0);

  /** The beginning of the current line, as far as a workflow command needs it. */
  private String line = "";

  private String incomplete = "";
  private Optional<String> failure = Optional.empty();

  TerminalOutput(OutputStream out, Charset charset, boolean colour, boolean onGithubRunner) {
    this.out = out;
    this.charset = charset;
    this.onGithubRunner = onGithubRunner;
    allowed = Pattern.compile(colour ? "\r\n|" + COLOUR : "\r\n");
    decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
  }

  /**
   * Wraps a stream of this process.
   *
   * @param colour whether colour codes pass
   * @param env of the process: GITHUB_ACTIONS identifies GitHub's runner
   */
  public static TerminalOutput wrap(OutputStream stream, boolean colour, Map<String, String> env) {
    // The encoding of the JVM's own streams; System.out has a method for it only since JDK 18.
    String name =
        System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding", ""));
    Charset charset = name.isEmpty() ? Charset.defaultCharset() : Charset.forName(name);
    return new TerminalOutput(stream, charset, colour, env.containsKey("GITHUB_ACTIONS"));
  }

  /** For printing to it. */
  public PrintStream printer() {
    return new PrintStream(this, true, charset);
  }

  /** Why something could not be written. A reader that wants no more is no failure. */
  public synchronized Optional<String> failure() {
    return failure;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] octets, int from, int count) throws IOException {
    ByteBuffer in = ByteBuffer.allocate(undecoded.remaining() + count);
    in.put(undecoded).put(octets, from, count).flip();
    CharBuffer decoded = CharBuffer.allocate((int) (in.limit() * decoder.maxCharsPerByte()) + 1);
    decoder.decode(in, decoded, false);
    undecoded = in.slice();
    String text = incomplete + decoded.flip();
    Matcher end = OPEN.matcher(text);
    incomplete = end.find() ? end.group() : "";
    String shown = shown(text.substring(0, text.length() - incomplete.length()));
    try {
      out.write((onGithubRunner ? disarmed(shown) : shown).getBytes(charset));
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      failure = failure.or(() -> Optional.of(why).filter(w -> !w.equals("Broken pipe")));
      throw e;
    }
  }

  private String shown(String text) {
    StringBuilder shown = new StringBuilder();
    Matcher codes = allowed.matcher(text);
    int position = 0;
    while (codes.find()) {
      shown.append(Escape.visible(text.substring(position, codes.start()))).append(codes.group());
      position = codes.end();
    }
    return shown.append(Escape.visible(text.substring(position))).toString();
  }

  /** Escapes the character that makes a line a command. */
  private String disarmed(String text) {
    StringBuilder disarmed = new StringBuilder();
    Matcher command = WORKFLOW_COMMAND.matcher(line + text);
    String whole = line + text;
    int position = line.length();
    while (command.find()) {
      if (command.end() > position) {
        int at = command.end() - 1;
        disarmed.append(whole, position, at).append("\\u%04x".formatted((int) whole.charAt(at)));
        position = command.end();
      }
    }
    disarmed.append(whole.substring(position));
    Matcher visible = VISIBLE.matcher(whole.substring(whole.lastIndexOf('\n') + 1));
    // Only whether the line is blank so far, and a prefix that may continue, however long it is.
    line = visible.find() ? "." + whole.substring(Math.max(0, whole.length() - 2)) : "";
    return disarmed.toString();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
