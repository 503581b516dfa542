package dev.faultlab.manifest;

import com.github.packageurl.MalformedPackageURLException;
import com.github.packageurl.PackageURL;
import java.util.Optional;

/** Packages by their package URLs ({@code pkg:maven/org.apache.kafka/kafka-clients@4.1.0}). */
public final class Packages {
  private static final ImageCatalog CATALOG = ImageCatalog.read();

  private Packages() {}

  /** Whether {@code check} judges how a service uses a library: a pool, a driver or a client. */
  public static boolean checked(String component) {
    return CATALOG.checked().contains(component.replaceFirst("^lib:", ""));
  }

  /**
   * The component of a package URL.
   *
   * @param version if the URL has none itself; may be null
   * @throws UnreadableException when it is no package URL
   */
  public static Mention mention(String text, String version, Place place) {
    try {
      PackageURL purl = new PackageURL(text);
      String found =
          Optional.ofNullable(purl.getVersion()).or(() -> Optional.ofNullable(version)).orElse("");
      return CATALOG.mention(purl, found, place);
    } catch (MalformedPackageURLException | IllegalArgumentException e) {
      throw new UnreadableException("is no package URL");
    }
  }

  /** Why the version of a package says nothing; empty if it does. */
  public static Optional<String> unclear(Mention mention) {
    String written = mention.written();
    if ((mention.component() + written).chars().anyMatch(Character::isISOControl)) {
      return Optional.of("has control characters");
    }
    return written.isBlank() || written.equals("UNKNOWN")
        ? Optional.of("has no version")
        : CATALOG.why(mention);
  }
}
