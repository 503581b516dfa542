package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Member;
import dev.faultlab.classroom.RequestLimits.Action;
import dev.faultlab.classroom.RequestRefused.Code;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Identifies who makes a request, and rejects requests without permission.
 *
 * @param shown host in the address that people see, possibly a name
 */
record AccessControl(Session session, RequestLimits limits, String shown) {
  /** Four weeks: a class that continues another day recognises its participants. */
  private static final int COOKIE_SECONDS = 28 * 24 * 60 * 60;

  /** How the name of a browser begins that has not joined: anyone who opens the page has one. */
  static final String BROWSER = "browser ";

  /** An address in digits, or a name that resolves to no other machine. */
  private static final Pattern OWN_HOST =
      Pattern.compile("(localhost|[0-9.]+|\\[[0-9a-fA-F:.%]+])(:[0-9]+)?");

  /**
   * Checks every request: it must come from a page of this server, under an address or the name
   * that the facilitator chose. A foreign page whose name resolves to this server would have that
   * name as host.
   */
  void check(Context ctx) {
    String host = Optional.ofNullable(ctx.host()).orElse("");
    if (!OWN_HOST.matcher(host).matches()
        && !host.replaceFirst(":[0-9]+$", "").equalsIgnoreCase(shown)) {
      throw new RequestRefused(Code.WRONG_KEY, "use the address that the server printed");
    }
    if (ctx.method().name().equals("POST")) {
      String origin = Optional.ofNullable(ctx.header("Origin")).orElse("http://" + host);
      // Not contentType(), which fails on a charset that Java does not know.
      String type = Optional.ofNullable(ctx.header("Content-Type")).orElse("");
      RequestRefused.throwIf(
          !origin.equals("http://" + host), Code.WRONG_KEY, "asked by a page of another server");
      if (!type.startsWith("application/json")) {
        throw new RequestRefused(Code.BAD, "expected application/json");
      }
    }
  }

  /** The participant who makes the request, if joined. */
  Optional<Member> person(Context ctx) {
    return Optional.ofNullable(ctx.cookie(cookie("me"))).flatMap(session.state()::holder);
  }

  Member requirePerson(Context ctx) {
    return person(ctx).orElseThrow(() -> new RequestRefused(Code.NOT_YOU, "join first"));
  }

  boolean leads(Context ctx) {
    String token = ctx.cookie(cookie("lead"));
    return token != null && Secrets.same(session.start().token(), token);
  }

  void requireLead(Context ctx) {
    RequestRefused.throwIf(!leads(ctx), Code.NOT_YOU, "only the facilitator may");
  }

  /**
   * Checks a code or a token that a browser sends. The right one is accepted however many wrong
   * ones came from the same address: a whole class may have one.
   */
  static void check(String expected, String given) {
    RequestRefused.throwIf(!Secrets.same(expected, given), Code.WRONG_KEY, "not of this session");
  }

  void remember(Context ctx, Member person) {
    setCookie(ctx, "me", person.key());
  }

  void rememberLead(Context ctx) {
    setCookie(ctx, "lead", session.start().token());
  }

  /**
   * Who is known by a cookie that cannot be forged: the facilitator, a participant, or a browser.
   */
  Optional<String> identify(Context ctx) {
    return leads(ctx)
        ? Optional.of("facilitator")
        : person(ctx).map(Member::key).or(() -> browser(ctx).map(BROWSER::concat));
  }

  /** The requesting browser, from a cookie of {@link #renew}. */
  Optional<String> browser(Context ctx) {
    return Optional.ofNullable(ctx.cookie(cookie("browser")))
        .filter(shown -> Secrets.isSigned(shown, session.start().token()));
  }

  /** Renews the cookies of a known browser; a new one gets an id, if not too many are new. */
  void renew(Context ctx) {
    if (browser(ctx).isEmpty()
        && person(ctx).isEmpty()
        && (leads(ctx) || limits.allows(Action.FRESH_COOKIE, LanAddresses.network(ctx.ip())))) {
      setCookie(ctx, "browser", Secrets.sign(Secrets.key(), session.start().token()));
    }
    person(ctx).ifPresent(person -> remember(ctx, person));
    if (leads(ctx)) {
      rememberLead(ctx);
    }
  }

  private void setCookie(Context ctx, String what, String value) {
    Cookie cookie =
        new Cookie(cookie(what), value, "/", COOKIE_SECONDS, false, true, null, SameSite.STRICT);
    ctx.cookie(cookie);
  }

  /** By session, because browsers share cookies between the ports of a machine. */
  private String cookie(String what) {
    return "faultlab-" + session.start().session() + "-" + what;
  }
}
