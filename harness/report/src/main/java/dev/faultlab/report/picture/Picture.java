package dev.faultlab.report.picture;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.tcp.TcpCapture;
import dev.faultlab.effect.Estimate;
import dev.faultlab.files.InnerPath;
import dev.faultlab.report.Figure;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A picture that a document asks for, in a comment on a line of its own:
 *
 * <pre>
 * &lt;!-- picture:FILE.svg bars "TITLE" LAB | "LABEL" FIGURE | "LABEL" FIGURE --&gt;
 * &lt;!-- picture:FILE.svg rounds "TITLE" | "LABEL" CAPTURE | "LABEL" CAPTURE --&gt;
 * </pre>
 *
 * A figure is an expression of a {@link Figure}; a capture is a file of committed evidence, {@code
 * RESULT/evidence/...}.
 *
 * @param file for the picture, relative to the document
 * @param svg its content
 */
public record Picture(String file, String svg) {
  private static final Pattern MARK =
      Pattern.compile("<!-- picture:(\\S+\\.svg) (bars|rounds) \"([^\"]+)\" ?(.*?) -->");
  private static final Pattern LABELLED = Pattern.compile("\"([^\"]+)\" (.+)");

  /**
   * The pictures of a document.
   *
   * @param results folder of results
   * @throws IOException when a picture needs data that no committed result has
   */
  public static List<Picture> of(String document, Path results) throws IOException {
    List<Picture> pictures = new ArrayList<>();
    for (Matcher mark = MARK.matcher(document); mark.find(); ) {
      String[] parts = mark.group(4).split("\\s*\\|\\s*");
      List<LabelledPart> shown = new ArrayList<>();
      for (int i = 1; i < parts.length; i++) {
        Matcher part = LABELLED.matcher(parts[i].strip());
        if (!part.matches()) {
          throw new IOException(mark.group() + ": '" + parts[i] + "' is not \"LABEL\" WHAT");
        }
        shown.add(new LabelledPart(part.group(1), part.group(2)));
      }
      String title = mark.group(3);
      String svg =
          mark.group(2).equals("bars")
              ? bars(title, parts[0].strip(), shown, results)
              : rounds(title, shown, results);
      pictures.add(new Picture(mark.group(1), svg));
    }
    return pictures;
  }

  /** The data of a part, and its label. */
  private record LabelledPart(String label, String what) {}

  /** How many round trips the client of each capture's busiest connection needed. */
  private static String rounds(String title, List<LabelledPart> shown, Path results)
      throws IOException {
    List<BarPicture.Bar> bars = new ArrayList<>();
    Set<String> sizes = new TreeSet<>();
    for (LabelledPart each : shown) {
      String[] name = each.what().split("/", 2);
      Bundle bundle =
          Bundle.of(results, name[0])
              .orElseThrow(() -> new IOException("no evidence of result " + name[0]));
      Path capture = InnerPath.of(bundle.folder(), name[name.length - 1]);
      TcpSide client =
          TcpCapture.read(capture).connections().stream()
              .map(TcpConnection::clientSide)
              .max(Comparator.comparingLong(side -> side.volume().bytes()))
              .orElseThrow(() -> new IOException(capture + " has no connection"));
      long rounds = client.pace().rounds();
      sizes.add(Numbers.show(Math.round(client.volume().bytes() / 1e5) / 10.0) + " MB");
      bars.add(
          new BarPicture.Bar(
              each.label(),
              new Figure.Amount(
                  new Estimate(rounds, rounds, rounds, 1), Numbers.show(rounds) + " round trips")));
    }
    if (sizes.size() != 1) {
      throw new IOException("captures with different amounts of data: " + sizes);
    }
    String note = "for the same " + sizes.iterator().next() + ", counted in the packets";
    return new BarPicture(title, note, bars).toSvg();
  }

  private static String bars(String title, String lab, List<LabelledPart> shown, Path results)
      throws IOException {
    Figure figure = new Figure(new RunStore(results).find(RunStore.REFERENCE + "/" + lab).result());
    List<BarPicture.Bar> bars = new ArrayList<>();
    try {
      shown.forEach(bar -> bars.add(new BarPicture.Bar(bar.label(), figure.amount(bar.what()))));
      return new BarPicture(title, "", bars).toSvg();
    } catch (NoAnswer | IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
