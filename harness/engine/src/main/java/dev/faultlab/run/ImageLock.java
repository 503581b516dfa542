package dev.faultlab.run;

import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The images and kernels that results recorded. An image is the recorded one when the engine's id
 * or the registry's digest is the same. The id of an image that was built from a recipe differs
 * from machine to machine, so such an image has to be carried along.
 *
 * @param results as a person named them
 * @param origins requirement to the image or kernel used
 * @param digests text of a requirement to what a registry called its image
 */
public record ImageLock(
    String results, Map<Requirement, Set<String>> origins, Map<String, Set<String>> digests) {
  /** Beginning of the entries of a result's provenance with what a registry calls an image. */
  private static final String DIGEST = "registry digest of ";

  /** An image's origin begins with its name and the id of its content. */
  private static final Pattern ID = Pattern.compile("^\\S+ (sha256:[0-9a-f]{64})\\b");

  /** Names that may appear in a suggested command: results come from strangers. */
  private static final Pattern PULLABLE =
      Pattern.compile("[a-z0-9][a-z0-9._:/-]*@sha256:[0-9a-f]{64}");

  private static final Pattern TAGGED_NAME = Pattern.compile("[a-z0-9][\\w.:/-]*");

  /**
   * Reads what finished runs recorded.
   *
   * @param results each a run id, a folder or a result file
   * @throws RunStore.NoSuchRun when one of them does not exist
   */
  public static ImageLock of(List<String> results, RunStore store) throws IOException {
    Map<Requirement, Set<String>> origins = new HashMap<>();
    Map<String, Set<String>> digests = new HashMap<>();
    for (String named : results) {
      RunResult result = store.find(named).result();
      result.stacks().forEach(stack -> stack.images().forEach((each, o) -> add(origins, each, o)));
      result
          .provenance()
          .forEach(
              (entry, digest) -> {
                if (entry.startsWith(DIGEST)) {
                  add(digests, entry.substring(DIGEST.length()), digest);
                }
              });
    }
    return new ImageLock(String.join(",", results), origins, digests);
  }

  private static <K> void add(Map<K, Set<String>> values, K key, String value) {
    values.computeIfAbsent(key, k -> new TreeSet<>()).add(value);
  }

  /** The entries of a result's provenance that make it a lock on other machines as well. */
  public static Map<String, String> provenance(Map<Requirement, ImageSource.Image> images) {
    Map<String, String> entries = new TreeMap<>();
    images.forEach((each, image) -> image.digest().ifPresent(d -> entries.put(DIGEST + each, d)));
    return entries;
  }

  /**
   * Rejects images other than the recorded ones.
   *
   * @throws LabException naming each requirement, what was recorded, what was found and what to do
   */
  void require(Map<Requirement, ImageSource.Image> found) {
    List<String> refused =
        found.entrySet().stream()
            .filter(entry -> !isRecorded(entry.getKey(), entry.getValue()))
            .map(entry -> sentence(entry.getKey(), entry.getValue()))
            .sorted()
            .toList();
    if (!refused.isEmpty()) {
      throw new LabException(
          String.format(
              "--locked %s: %d of %d images and kernels are not the recorded ones; nothing was"
                  + " started%n%s%nTo accept what was found, run without --locked: that result"
                  + " records it.",
              results, refused.size(), found.size(), String.join("\n", refused)));
    }
  }

  /** A device belongs to the machine, so it is not compared. */
  private boolean isRecorded(Requirement needed, ImageSource.Image image) {
    String id = id(image.origin());
    return needed instanceof Requirement.KvmDevice
        || origins.getOrDefault(needed, Set.of()).stream().map(ImageLock::id).anyMatch(id::equals)
        || image
            .digest()
            .filter(digests.getOrDefault(needed.toString(), Set.of())::contains)
            .isPresent();
  }

  /** A kernel has no id, so its whole description is compared. */
  private static String id(String origin) {
    Matcher id = ID.matcher(origin);
    return id.find() ? id.group(1) : origin;
  }

  private String sentence(Requirement requirement, ImageSource.Image image) {
    Set<String> recorded = origins.getOrDefault(requirement, Set.of());
    Set<String> names = digests.getOrDefault(requirement.toString(), Set.of());
    String digest = image.digest().map(d -> " " + d).orElse("");
    return String.format(
        "  %s%n    recorded: %s%n    found:    %s%s%n    next:     %s",
        requirement,
        recorded.isEmpty() ? "nothing" : printable(recorded, names),
        image.origin(),
        digest,
        next(recorded, names, image));
  }

  private static String printable(Set<String> recorded, Set<String> names) {
    return Stream.concat(recorded.stream(), names.stream())
        .collect(Collectors.joining(" "))
        .replaceAll("\\p{C}", "?");
  }

  private static String next(Set<String> recorded, Set<String> names, ImageSource.Image image) {
    if (recorded.isEmpty()) {
      return "name a result of the same lab and versions";
    }
    Optional<String> pull = names.stream().filter(n -> PULLABLE.matcher(n).matches()).findFirst();
    if (pull.isPresent() && TAGGED_NAME.matcher(image.name()).matches()) {
      return String.format(
          "docker pull %s && docker tag %s %s", pull.get(), pull.get(), image.name());
    }
    return "bring it from the machine that recorded it (adapters/images; kernels are in its cache)";
  }
}
