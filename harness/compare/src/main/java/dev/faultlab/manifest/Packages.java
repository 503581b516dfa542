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
   * The component of a package URL; empty if it has no version.
   *
   * @param version if the URL has none itself; may be null
   * @throws UnreadableException when it is no package URL, or has control characters
   */
  public static Optional<Mention> mention(String text, String version, Place place) {
    PackageURL purl;
    try {
      purl = new PackageURL(text);
    } catch (MalformedPackageURLException | IllegalArgumentException e) {
      throw new UnreadableException("is no package URL");
    }
    String found = purl.getVersion() == null ? version : purl.getVersion();
    String all = purl.getNamespace() + purl.getName() + purl.getSubpath() + found;
    if (all.chars().anyMatch(Character::isISOControl)) {
      throw new UnreadableException("has control characters");
    }
    return Optional.ofNullable(found)
        .filter(v -> !v.isBlank() && !v.equals("UNKNOWN"))
        .map(v -> CATALOG.mention(purl, v, place));
  }
}
