package dev.faultlab.image;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Decides from a failed command's output whether to try again or elsewhere. */
final class CommandFailures {
  /** The engine could not talk to the registry at all. */
  static final Predicate<String> UNREACHABLE =
      Pattern.compile(
              "no such host|dial tcp|connection (refused|reset)|i/o timeout|TLS handshake|x509|"
                  + "Client\\.Timeout|network is unreachable|proxyconnect|server misbehaving|"
                  + "unexpected EOF|50[0234] |Service Unavailable|toomanyrequests",
              Pattern.CASE_INSENSITIVE)
          .asPredicate();

  /** Messages of a package registry that failed for a moment; a retry may succeed. */
  static final Predicate<String> TRANSIENT =
      Pattern.compile(
              "\\b(429|50[0234])\\b[^\\n"
                  + "]{0,40}(Too Many|Internal|Bad Gateway|Unavailable|Gateway Time)|HTTP error"
                  + " 50\\d|Temporary failure (in name resolution|resolving)|Could not (connect"
                  + " to|resolve)|Connection (timed out|reset by peer)|TLS handshake timeout|i/o"
                  + " timeout|unexpected EOF|Connection failed",
              Pattern.CASE_INSENSITIVE)
          .asPredicate();
}
