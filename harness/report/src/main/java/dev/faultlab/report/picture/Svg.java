package dev.faultlab.report.picture;

import dev.faultlab.text.Escape;
import java.util.Locale;

/**
 * An SVG drawing in the colours of the report, light or dark as the reader's browser prefers. Sizes
 * are in user units, which are pixels at its natural size.
 */
public final class Svg {
  private static final String STYLE =
      """
      <style>
        text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: #1b1f24 }
        .title { font-weight: 650; font-size: 14px } .muted { fill: #59636e; font-size: 12px }
        .head { font-weight: 650; font-size: 16px } .label { fill: #59636e; font-size: 15px }
        .number { font-weight: 700; font-size: 28px }
        .card { fill: #ffffff; stroke: #dfe2e6 } .track { fill: #f0f1f3 }
        .fault, text.fault { fill: #c2410c } .control, text.control { fill: #1d6fb8 }
        .whisker { stroke: #1b1f24 } .bad { fill: #fdecea; stroke: #b42318 }
        @media (prefers-color-scheme: dark) {
          text { fill: #e9ecef } .muted, .label { fill: #9ca7b3 }
          .card { fill: #1b2025; stroke: #2f363d } .track { fill: #262c33 }
          .fault, text.fault { fill: #ff8f5a } .control, text.control { fill: #6cb6ff }
          .whisker { stroke: #e9ecef } .bad { fill: #3a1a17; stroke: #ff7b6b }
        }
      </style>
      """;

  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;

  public Svg(int width, int height) {
    this.width = width;
    this.height = height;
    rectangle("card", 0.5, 0.5, width - 1.0, height - 1.0);
  }

  /** Text with its baseline's left end (or right end, {@code end}) at a place. */
  public Svg text(String kind, double x, double y, String anchor, String text) {
    return add(
        "<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>",
        kind, number(x), number(y), anchor, Escape.xml(text));
  }

  public Svg rectangle(String kind, double x, double y, double width, double height) {
    return add(
        "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"3\"/>",
        kind, number(x), number(y), number(width), number(height));
  }

  public Svg line(String kind, double x1, double y1, double x2, double y2) {
    return add(
        "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>",
        kind, number(x1), number(y1), number(x2), number(y2));
  }

  /**
   * The whole drawing.
   *
   * @param words description for people who cannot see it
   */
  public String drawn(String words) {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d"
                + " %d\" role=\"img\">%n<title>%s</title>%n",
            width,
            height,
            width,
            height,
            Escape.xml(words))
        + STYLE
        + body
        + "</svg>\n";
  }

  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private Svg add(String format, Object... values) {
    body.append(String.format(Locale.ROOT, format, values)).append('\n');
    return this;
  }
}
