package dev.faultlab.manifest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an image.
 *
 * @param name with its registry, without tag and digest
 * @param tag empty if it has none
 */
record ImageReference(String name, Optional<String> tag, Optional<String> digest) {
  private static final int LONGEST = 512;
  private static final Pattern FORM =
      Pattern.compile(
          "((?:[A-Za-z0-9][A-Za-z0-9._:/-]*/)?[A-Za-z0-9][A-Za-z0-9._-]*)"
              + "(?::(\\w[\\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?");

  /** Parses {@code NAME[:TAG][@DIGEST]}; empty for anything else. */
  static Optional<ImageReference> parse(String text) {
    Matcher form = FORM.matcher(text);
    return text.length() <= LONGEST && form.matches()
        ? Optional.of(
            new ImageReference(
                form.group(1),
                Optional.ofNullable(form.group(2)),
                Optional.ofNullable(form.group(3))))
        : Optional.empty();
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
