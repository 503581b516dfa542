package dev.faultlab.image;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.Release;
import dev.faultlab.machine.CommandResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Decides whether a chosen value is available, before anything is built with it. */
final class Candidates {
  private final DockerImages engine;
  private final Roles roles;
  private final Registries registries;
  private final Map<String, String> newest = new HashMap<>();
  private final BooleanSupplier takesOfficial;
  private boolean registryAway;

  /**
   * @param takesOfficial whether official images may be taken
   */
  Candidates(
      DockerImages engine, Roles roles, Registries registries, BooleanSupplier takesOfficial) {
    this.takesOfficial = takesOfficial;
    this.engine = engine;
    this.roles = roles;
    this.registries = registries;
  }

  /**
   * The request, with every newest replaced by the newest release's version.
   *
   * @throws NoSuchImageException when an argument has no list of versions
   * @throws ImageException when the list cannot be read now
   */
  ImageRequest exact(ImageRequest request) {
    ImageRequest exact = request;
    for (Map.Entry<String, String> arg : request.args().entrySet()) {
      if (arg.getValue().equals(ImageRequest.NEWEST)) {
        exact = exact.with(arg.getKey(), newest(request.role(), arg.getKey()));
      }
    }
    return exact;
  }

  /**
   * The releases of the program that an argument selects, oldest first.
   *
   * @throws NoSuchImageException when the argument has no list of versions
   * @throws ImageException when the list cannot be read now
   */
  List<Release> releases(Role role, String argument) {
    Role lister = requireLister(role, argument);
    Optional<String> notes = Optional.ofNullable(lister.notes().get(argument));
    return registries.releases(lister, lister.versions().get(argument)).stream()
        .map(
            version ->
                new Release(version, notes.map(at -> at.replace("{" + argument + "}", version))))
        .toList();
  }

  /** The library whose version an argument is; empty if no registry of libraries has it. */
  Optional<String> library(Role role, String argument) {
    return lister(role, argument).flatMap(from -> from.versions().get(argument).library());
  }

  String newest(Role role, String argument) {
    Role lister = requireLister(role, argument);
    VersionSource source = lister.versions().get(argument);
    return newest.computeIfAbsent(
        source.of(ImageRequest.NEWEST),
        what -> {
          List<String> releases = registries.releases(lister, source);
          if (releases.isEmpty()) {
            throw new ImageException("no release is listed of " + what);
          }
          return releases.get(releases.size() - 1);
        });
  }

  private Role requireLister(Role role, String argument) {
    return lister(role, argument)
        .orElseThrow(
            () ->
                new NoSuchImageException(
                    "no registry lists the versions of %s of the role %s; name one"
                        .formatted(argument, role.name())));
  }

  /**
   * The role that declares where this argument's versions are published: this one, or one that it
   * is built from.
   */
  private Optional<Role> lister(Role role, String argument) {
    if (role.versions().containsKey(argument)) {
      return Optional.of(role);
    }
    return role.from().values().stream()
        .map(roles::get)
        .filter(parent -> parent.args().containsKey(argument))
        .flatMap(parent -> lister(parent, argument).stream())
        .findFirst();
  }

  /**
   * Asks the registries about every value that is not the declaration's own.
   *
   * @param here whether an image is already on this machine, so that no registry needs to be asked
   * @throws NoSuchImageException when a value does not exist
   * @throws ImageException when no registry can answer now
   */
  void check(ImageRequest request, Predicate<ImageRequest> here) {
    if (roles.pinned(request) || here.test(request) || pullable(request)) {
      return;
    }
    request
        .role()
        .versions()
        .forEach(
            (argument, source) -> {
              String version = request.args().get(argument);
              if (!registries.has(request.role(), source, version)) {
                throw new NoSuchImageException(
                    "there is no %s: %s".formatted(request.title(), source.without(version)));
              }
            });
    for (String name : request.role().from().values()) {
      check(request.parent(roles.get(name)), here);
    }
  }

  private boolean pullable(ImageRequest request) {
    if (request.official().isEmpty() || !takesOfficial.getAsBoolean() || registryAway) {
      return false;
    }
    CommandResult described = engine.describe(request.official().get());
    registryAway = CommandFailures.registryUnreachable(described.err());
    return described.ok();
  }
}
