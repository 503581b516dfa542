package dev.faultlab.manifest;

import static java.util.Objects.requireNonNullElse;

import com.github.packageurl.MalformedPackageURLException;
import com.github.packageurl.PackageURL;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which component an image, a package or a tool has, by its name, and which files name versions;
 * {@code components.yaml} is the list.
 *
 * @param unclear pattern of {@code component@version}, and why that version cannot be compared
 * @param checked libraries that {@code check} can judge in a service
 * @param lines formats with a version a line
 * @param scanned files that Syft reads
 * @param unread files whose form is not read, or that only a build can evaluate
 */
public record Catalog(
    List<Entry> components,
    Map<String, String> unclear,
    Set<String> checked,
    List<LineReader> lines,
    Pattern scanned,
    Pattern unread) {
  static final Catalog KNOWN = read();

  private static final int MAX_LENGTH = 512;
  private static final Pattern IMAGE =
      Pattern.compile(
          "((?:[A-Za-z0-9][A-Za-z0-9._:/-]*/)?[A-Za-z0-9][A-Za-z0-9._-]*)"
              + "(?::(\\w[\\w.-]{0,127}))?((?:@sha256:[0-9a-f]{64})?)");

  /**
   * @param of matches whole names; group 1 is the version, if there is one
   * @param version finds in a whole version, as group 1, the one that labs take, and as group 2
   *     what makes it exact; empty for all of it
   */
  record Entry(String component, Pattern of, Optional<Pattern> version) {
    /** What has a name; a version that does not show the component's is empty. */
    Optional<Mention> of(String name, String text, Mention other) {
      Matcher named = of.matcher(name);
      if (!named.matches()) {
        return Optional.empty();
      }
      String release = named.groupCount() > 0 ? named.group(1) : version.isEmpty() ? text : "";
      String suffix = "";
      Matcher matcher = version.map(pattern -> pattern.matcher(text)).orElse(named);
      if (matcher != named && matcher.matches()) {
        release = matcher.group(1);
        suffix = matcher.groupCount() > 1 ? requireNonNullElse(matcher.group(2), "") : "";
      }
      return Optional.of(
          new Mention(
              component, release, release + suffix, other.written(), other.image(), other.place()));
    }
  }

  private static Catalog read() {
    try (InputStream in = Catalog.class.getResourceAsStream("/manifest/components.yaml")) {
      return Json.yaml().readValue(in, Catalog.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether {@code check} judges how a service uses a library: a pool, a driver or a client. */
  public static boolean checked(String component) {
    return KNOWN.checked.contains(component.replaceFirst("^lib:", ""));
  }

  /**
   * The component of a package URL; a package of no component is a library.
   *
   * @param version if the URL has none itself; may be null
   * @throws UnreadableException when it is no package URL
   */
  public static Mention mention(String text, String version, Place place) {
    if (text.length() + requireNonNullElse(version, "").length() > 4 * MAX_LENGTH) {
      throw new UnreadableException("is no package URL, it is too long");
    }
    try {
      PackageURL purl = new PackageURL(text);
      String path =
          Stream.of(purl.getNamespace(), purl.getName(), purl.getSubpath())
              .filter(Objects::nonNull)
              .collect(Collectors.joining("/"));
      String whole = purl.getType() + "/" + path;
      String name =
          switch (purl.getType()) {
            case "maven" -> path.replace('/', ':');
            case "golang" -> path;
            case "pypi", "npm" -> purl.getType() + ":" + path;
            default -> whole;
          };
      String found = requireNonNullElse(purl.getVersion(), requireNonNullElse(version, ""));
      Mention other =
          purl.getType().equals("tool")
              ? Mention.of("tool:" + path, found, place)
              : Mention.library(name, found, place);
      return mentions(whole, found, other).get(0);
    } catch (MalformedPackageURLException | IllegalArgumentException e) {
      throw new UnreadableException("is no package URL");
    }
  }

  /** The components that a name shows, such as a server and its JDK; itself if it has none. */
  private static List<Mention> mentions(String name, String version, Mention other) {
    Map<String, Mention> known = new LinkedHashMap<>();
    for (Entry entry : KNOWN.components) {
      entry.of(name, version, other).ifPresent(each -> known.putIfAbsent(each.component(), each));
    }
    known.values().removeIf(mention -> known.size() > 1 && mention.version().isEmpty());
    return known.isEmpty() ? List.of(other) : List.copyOf(known.values());
  }

  /** Why the version of a component cannot be compared; empty if it can. */
  public static Optional<String> unclear(Mention mention) {
    String written = mention.component() + "@" + mention.written();
    if (written.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("has control characters");
    }
    if (written.length() > MAX_LENGTH) {
      return Optional.of("is too long");
    }
    if (mention.written().isBlank() || mention.written().equals("UNKNOWN")) {
      return Optional.of("has no version");
    }
    return KNOWN.unclear.entrySet().stream()
        .filter(e -> written.matches(e.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .or(
            () ->
                Optional.of("does not show the version of " + mention.component())
                    .filter(no -> mention.version().isEmpty()));
  }

  /** Adds what an image's name says, with its variables replaced. */
  static void image(
      String written, int line, Map<String, Substitution.Value> known, Reading.Builder found) {
    Substitution.Value value = Substitution.expand(written, line, known);
    value
        .missing()
        .ifPresentOrElse(
            why -> found.unclear(line, written, why),
            () -> image(value.text(), value.line(), found));
  }

  /** Adds what an image's name says: {@code NAME[:TAG][@DIGEST]}. */
  static void image(String written, int line, Reading.Builder found) {
    Matcher form = IMAGE.matcher(written);
    if (written.length() > MAX_LENGTH || !form.matches()) {
      found.unclear(line, written, "is not the name of an image");
      return;
    }
    String tag = requireNonNullElse(form.group(2), "");
    String version = (tag.isEmpty() ? "latest" : tag) + form.group(3);
    String other = "image:" + form.group(1).replaceFirst("-debian[0-9]+$", "");
    Mention whole = new Mention(other, version, version, written, true, found.at(line));
    mentions("image/" + form.group(1), tag, whole).forEach(found::add);
  }
}
