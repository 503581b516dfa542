package dev.faultlab.classroom;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;

/** The pages; what they show they ask for. */
final class Pages {
  private Pages() {}

  static void send(Context ctx, String page) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream("/classroom/" + page)) {
      if (in == null) {
        throw new IOException("no resource /classroom/" + page + " on the class path");
      }
      ctx.contentType("text/html; charset=utf-8");
      ctx.result(in.readAllBytes());
    }
  }
}
