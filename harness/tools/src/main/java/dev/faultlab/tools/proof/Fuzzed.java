package dev.faultlab.tools.proof;

import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.Finding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Diagnoses the captures below a folder unchanged, and COUNT forms of them with bytes changed, cut
 * out, or repeated; the same number gives the same form. Prints the findings for each on one line.
 *
 * <p>Usage: Fuzzed FOLDER COUNT
 */
public final class Fuzzed {
  private static final int LARGEST = 200_000;

  private Fuzzed() {}

  public static void main(String[] args) throws IOException {
    List<byte[]> captures = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
      for (Path file : files.filter(f -> f.toString().contains(".pcap")).sorted().toList()) {
        byte[] bytes = read(file);
        System.out.println(file.getFileName() + ": " + words(bytes));
        if (bytes.length < LARGEST) {
          captures.add(bytes);
        }
      }
    }
    for (int number = 0; number < Integer.parseInt(args[1]); number++) {
      Random random = new Random(number);
      byte[] form = changed(captures.get(random.nextInt(captures.size())), random);
      System.out.println(number + ": " + words(form));
    }
  }

  private static byte[] read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
      return plain.readAllBytes();
    }
  }

  private static byte[] changed(byte[] capture, Random random) {
    byte[] form = capture.clone();
    for (int i = random.nextInt(8); i > 0; i--) {
      form[random.nextInt(form.length)] = (byte) random.nextInt(256);
    }
    if (random.nextInt(3) == 0) {
      int from = random.nextInt(form.length);
      int to = Math.min(form.length, from + random.nextInt(400));
      byte[] cut = new byte[form.length - (to - from)];
      System.arraycopy(form, 0, cut, 0, from);
      System.arraycopy(form, to, cut, from, form.length - to);
      form = cut;
    }
    return form;
  }

  private static String words(byte[] capture) throws IOException {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      Diagnosis seen = Diagnose.run(reader);
      StringBuilder text = new StringBuilder(seen.totals() + " " + seen.extent().end());
      for (Finding each : seen.findings()) {
        text.append(" | ")
            .append(each.id().id())
            .append(' ')
            .append(each.confidence())
            .append(' ')
            .append(each.place().subject())
            .append(' ')
            .append(each.place().frames())
            .append(' ')
            .append(each.place().filter())
            .append(' ')
            .append(each.why());
      }
      seen.undecided()
          .forEach(
              each -> text.append(" ? ").append(each.id().id()).append(' ').append(each.why()));
      return text.append(" unseen ").append(seen.unseen()).toString();
    } catch (IOException unreadable) {
      return "unreadable: " + unreadable.getMessage();
    }
  }
}
