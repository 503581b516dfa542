package dev.faultlab.incidents;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Text that goes through a file, with the charset named or left to the JDK.
 *
 * <p>Up to JDK 17 the default charset follows the locale: US-ASCII in a container whose image sets
 * no locale. A writer then stores {@code ?} for each character that ASCII lacks, and says nothing.
 * From JDK 18 on the default is UTF-8 (JEP 400): what is written survives, and a file that an older
 * JDK wrote in the charset of its locale reads back as replacement characters.
 *
 * <p>Each line of the text has exactly one character beyond ASCII, so that a line that changed is a
 * character that changed.
 *
 * <pre>{@code
 * java -cp incidents.jar dev.faultlab.incidents.StoredText write default   # the fault up to JDK 17
 * java -cp incidents.jar dev.faultlab.incidents.StoredText write UTF-8     # its fix
 * java -cp incidents.jar dev.faultlab.incidents.StoredText read default    # the fault from JDK 18 on
 * java -cp incidents.jar dev.faultlab.incidents.StoredText read ISO-8859-1 # its fix
 * }</pre>
 */
public final class StoredText {
  /** Exit status for a wrong call, as in sysexits.h. */
  private static final int USAGE = 64;

  private static final String DEFAULT = "default";

  /** Western names, which the old file's charset has as well. */
  private static final String BEYOND_ASCII = "\u00e9\u00fc\u00f1\u00e5\u00f8\u00e7\u00df\u00e6";

  private static final int LINES = 40;

  private final Path file;
  private final List<String> text;

  StoredText(Path file) {
    this.file = file;
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < LINES; line++) {
      lines.add("name " + BEYOND_ASCII.charAt(line % BEYOND_ASCII.length()) + " of line " + line);
    }
    this.text = Collections.unmodifiableList(lines);
  }

  /**
   * @param args {@code write} or {@code read}, and {@code default} or a charset's name
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 2 || !("write".equals(args[0]) || "read".equals(args[0]))) {
      System.err.println("usage: StoredText write|read default|CHARSET");
      System.exit(USAGE);
    }
    StoredText stored = new StoredText(Files.createTempFile("stored", ".txt"));
    int changed = "write".equals(args[0]) ? stored.write(args[1]) : stored.readOld(args[1]);
    System.out.printf(
        "{\"characters\":%d,\"changed\":%d,\"defaultCharset\":\"%s\"}%n",
        LINES, changed, Charset.defaultCharset().name());
  }

  /** Writes the text, and counts the lines that another program, which reads UTF-8, gets wrong. */
  int write(String charset) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file.toFile());
        Writer writer = writer(out, charset)) {
      for (String line : text) {
        writer.write(line);
        writer.write('\n');
      }
    }
    return changed(Files.newBufferedReader(file, StandardCharsets.UTF_8));
  }

  /** Reads a file that an older release wrote as ISO-8859-1, the charset of its locale. */
  int readOld(String charset) throws IOException {
    Files.write(file, text, StandardCharsets.ISO_8859_1);
    return changed(reader(new FileInputStream(file.toFile()), charset));
  }

  // Without a charset is the fault, with one the fix.
  private static Writer writer(FileOutputStream out, String charset) {
    return DEFAULT.equals(charset)
        ? new OutputStreamWriter(out)
        : new OutputStreamWriter(out, Charset.forName(charset));
  }

  private static Reader reader(FileInputStream in, String charset) {
    return DEFAULT.equals(charset)
        ? new InputStreamReader(in)
        : new InputStreamReader(in, Charset.forName(charset));
  }

  private int changed(Reader reader) throws IOException {
    int changed = 0;
    try (BufferedReader lines = new BufferedReader(reader)) {
      for (String line : text) {
        changed += line.equals(lines.readLine()) ? 0 : 1;
      }
    }
    return changed;
  }
}
