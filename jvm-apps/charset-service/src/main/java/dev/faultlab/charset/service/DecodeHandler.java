package dev.faultlab.charset.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.faultlab.charset.decode.ByName;
import dev.faultlab.charset.decode.Decoding;
import dev.faultlab.charset.decode.Kept;
import dev.faultlab.charset.decode.Sample;
import dev.faultlab.charset.decode.ThreadMeter;
import dev.faultlab.charset.decode.Way;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.util.Locale;
import java.util.function.Supplier;

/** {@code POST /decode?way=name}: decodes the body by the charset in Content-Type. */
final class DecodeHandler implements HttpHandler {
  private static final String CHARSET = "charset=";

  private final Decoding byName = new ByName();
  private final Decoding kept = new Kept();
  private final ThreadMeter meter = new ThreadMeter();
  private final Supplier<Trial> trial;

  DecodeHandler(Supplier<Trial> trial) {
    this.trial = trial;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    byte[] body = read(exchange.getRequestBody());
    Way way;
    String charset;
    try {
      way = way(exchange.getRequestURI().getRawQuery());
      charset = charset(exchange.getRequestHeaders().getFirst("Content-Type"));
    } catch (IllegalArgumentException e) {
      Answer.send(exchange, Answer.BAD_REQUEST, e.getMessage());
      return;
    }
    Trial counted = trial.get();
    long allocated = meter.allocatedBytes();
    try {
      int characters = (way == Way.NAME ? byName : kept).decode(body, charset).length();
      counted.decoded(way, Sample.isProvided(charset), meter.allocatedBytes() - allocated);
      Answer.send(exchange, Answer.OK, Integer.toString(characters));
    } catch (UnsupportedEncodingException e) {
      counted.decoded(way, true, meter.allocatedBytes() - allocated);
      Answer.send(exchange, Answer.UNSUPPORTED_MEDIA_TYPE, "no charset is called " + charset);
    }
  }

  /** By name where the query does not say otherwise: that is what programs do. */
  static Way way(String query) {
    if (query == null) {
      return Way.NAME;
    }
    if (!query.startsWith("way=")) {
      throw new IllegalArgumentException(
          "found the query '" + query + "', expected way=name or way=kept");
    }
    return Way.of(query.substring("way=".length()));
  }

  /** The parameter charset of a media type (RFC 9110, section 8.3.2), with or without quotes. */
  static String charset(String contentType) {
    String type = contentType == null ? "" : contentType;
    int at = type.toLowerCase(Locale.ROOT).indexOf(CHARSET);
    String rest = at < 0 ? "" : type.substring(at + CHARSET.length());
    int end = rest.indexOf(';');
    String name = (end < 0 ? rest : rest.substring(0, end)).replace("\"", "").trim();
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "found the Content-Type '" + type + "', expected one with charset=NAME");
    }
    return name;
  }

  private static byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] buffer = new byte[4096];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      body.write(buffer, 0, n);
    }
    return body.toByteArray();
  }
}
