package dev.faultlab.manifest;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of an image.
 *
 * @param name with its registry, without tag and digest
 * @param tag empty if it has none
 */
record ImageReference(String name, Optional<String> tag, Optional<String> digest) {
  private static final int LONGEST = 512;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]*");
  private static final Pattern TAG = Pattern.compile("\\w[\\w.-]{0,127}");
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

  /** Parses {@code NAME[:TAG][@DIGEST]}; empty for anything else. */
  static Optional<ImageReference> parse(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    int at = text.indexOf('@');
    Optional<String> digest = at < 0 ? Optional.empty() : Optional.of(text.substring(at + 1));
    String before = at < 0 ? text : text.substring(0, at);
    int colon = before.lastIndexOf(':');
    boolean tagged = colon > before.lastIndexOf('/');
    String name = tagged ? before.substring(0, colon) : before;
    Optional<String> tag = tagged ? Optional.of(before.substring(colon + 1)) : Optional.empty();
    boolean valid =
        NAME.matcher(name).matches()
            && tag.map(t -> TAG.matcher(t).matches()).orElse(true)
            && digest.map(d -> DIGEST.matcher(d).matches()).orElse(true);
    return valid ? Optional.of(new ImageReference(name, tag, digest)) : Optional.empty();
  }

  /** Whether it is this repository, perhaps through a mirror that puts a prefix before it. */
  boolean ends(String repository) {
    return name.equals(repository) || name.endsWith("/" + repository);
  }

  /** The last part of the name. */
  String last() {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Tag and digest, as far as they are given. */
  String version() {
    return tag.orElse("latest") + digest.map(d -> "@" + d).orElse("");
  }
}
