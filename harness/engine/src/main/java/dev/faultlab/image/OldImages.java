package dev.faultlab.image;

import dev.faultlab.docker.ContainerUsage;
import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Leftover;
import dev.faultlab.machine.UsageLog;
import dev.faultlab.machine.Workspace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the images that today's recipes would not make any more. An image is current if resolving
 * its original request again gives the same name. Users who share the engine but not the cache have
 * images whose requests are unknown here; those stay.
 */
public record OldImages(Workspace workspace, Roles roles, DockerImages engine, RecipeKey keys) {
  /** Prefix of the images that a check builds from a user's project; no recipe makes them. */
  public static final String CHECKED = "faultlab-check/";

  private UsageLog uses() {
    return new UsageLog(workspace.cache());
  }

  /**
   * What was found.
   *
   * @param leftovers in the order of their names
   * @param staying ids of all images here that are not among them
   */
  public record Inventory(List<Leftover> leftovers, Set<String> staying) {}

  /**
   * @param usage what no sweep may touch
   * @param since what was used after this stays even if its recipe is old, because another clone
   *     may have made it
   * @throws ImageException when the engine does not answer
   */
  public Inventory find(ContainerUsage usage, Instant since) {
    Set<String> defaults = defaults();
    Predicate<String> current = n -> defaults.contains(n) || today(n).filter(n::equals).isPresent();
    Map<String, String> staying = engine.images();
    Map<String, String> ids = new HashMap<>(staying);
    ids.keySet().removeIf(name -> !name.startsWith("faultlab/") && !name.startsWith(CHECKED));
    List<Leftover> leftovers = new ArrayList<>();
    for (DockerImages.Entry image : engine.details(ids)) {
      Optional<Instant> noted = uses().last(image.name());
      if (noted.isEmpty()) {
        continue; // another user of this engine made it and may need it soon
      }
      Instant last = noted.get();
      boolean inUse = usage.image(image.id()) || usage.image(image.name());
      if (!last.isAfter(since) && !inUse && !current.test(image.name())) {
        String what = "image " + image.name();
        leftovers.add(new Leftover(what, image.bytes(), last, () -> remove(image.name())));
        staying.remove(image.name());
      }
    }
    for (Path path : Trees.children(workspace.cache().directory("contexts"))) {
      Instant last = Trees.modified(path);
      if (!last.isAfter(since)) {
        String what = "contexts/" + path.getFileName();
        leftovers.add(new Leftover(what, Trees.size(path), last, () -> Trees.delete(path)));
      }
    }
    return new Inventory(leftovers, Set.copyOf(staying.values()));
  }

  private void remove(String name) {
    engine.remove(name);
    uses().forget(name);
  }

  /** The name that today's recipe gives to the image of the original request. */
  private Optional<String> today(String use) {
    try {
      return uses()
          .request(use)
          .map(Requirement.Image::parse)
          .map(roles::request)
          .map(keys::imageName);
    } catch (ImageException | LabException e) {
      return Optional.empty(); // the role, or the image that was named for it, no longer exists
    }
  }

  private Set<String> defaults() {
    return roles.names().stream()
        .map(roles::get)
        .flatMap(
            role ->
                Stream.concat(
                    Stream.of(ImageRequest.of(role, Map.of())), Roles.defaults(role).stream()))
        .map(keys::imageName)
        .collect(Collectors.toSet());
  }
}
