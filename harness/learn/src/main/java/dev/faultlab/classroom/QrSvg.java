package dev.faultlab.classroom;

import io.nayuki.qrcodegen.QrCode;

/** A QR code as a picture. */
final class QrSvg {
  /** Light modules around it that a reader needs (ISO/IEC 18004). */
  private static final int QUIET = 4;

  private QrSvg() {}

  static String of(QrCode code) {
    int size = code.size + 2 * QUIET;
    StringBuilder path = new StringBuilder();
    for (int y = 0; y < code.size; y++) {
      for (int x = 0; x < code.size; x++) {
        if (code.getModule(x, y)) {
          path.append('M').append(x + QUIET).append(',').append(y + QUIET).append("h1v1h-1z");
        }
      }
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" shape-rendering=\"crispEdges\">"
            .formatted(size, size)
        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><path fill=\"#000\" d=\""
        + path
        + "\"/></svg>";
  }
}
