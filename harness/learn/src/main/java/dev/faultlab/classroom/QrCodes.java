package dev.faultlab.classroom;

import io.nayuki.qrcodegen.QrCode;

/** QR codes as pictures. */
final class QrCodes {
  /** The quiet zone that readers need around a code (ISO/IEC 18004). */
  private static final int QUIET_ZONE = 4;

  static String svg(String text) {
    QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
    int size = code.size + 2 * QUIET_ZONE;
    StringBuilder path = new StringBuilder();
    for (int y = 0; y < code.size; y++) {
      for (int x = 0; x < code.size; x++) {
        if (code.getModule(x, y)) {
          path.append("M%d,%dh1v1h-1z".formatted(x + QUIET_ZONE, y + QUIET_ZONE));
        }
      }
    }
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">\
        <rect width="100%%" height="100%%" fill="#fff"/><path fill="#000" d="%s"/></svg>"""
        .formatted(size, size, path);
  }
}
