package dev.faultlab.classroom;

import io.nayuki.qrcodegen.QrCode;

/**
 * A QR code for a terminal, two rows of modules to a line; light on a dark ground and the other
 * way.
 */
public final class QrText {
  private static final int QUIET = 2;

  private QrText() {}

  public static String of(String text) {
    QrCode code = QrCode.encodeText(text, QrCode.Ecc.LOW);
    StringBuilder lines = new StringBuilder();
    for (int y = -QUIET; y < code.size + QUIET; y += 2) {
      for (int x = -QUIET; x < code.size + QUIET; x++) {
        boolean upper = code.getModule(x, y); // outside of the code it is light
        boolean lower = code.getModule(x, y + 1);
        // Black on white, whatever the terminal's colours are.
        lines.append(upper && lower ? ' ' : upper ? '▄' : lower ? '▀' : '█');
      }
      lines.append('\n');
    }
    return lines.toString();
  }
}
