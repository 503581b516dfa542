package dev.faultlab.classroom;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;

/** The pages; what they show they ask for. */
final class Pages {
  private Pages() {}

  static void send(Context ctx, String resource, String type) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("no resource " + resource + " on the class path");
      }
      ctx.contentType(type + "; charset=utf-8");
      ctx.result(in.readAllBytes());
    }
  }
}
