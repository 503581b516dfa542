package dev.faultlab.image;

import dev.faultlab.image.ResolvedImage.Origin;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Fills roles: an image that is here, else the official one pulled, else one built from our recipe.
 * One resolver serves one invocation: it remembers what is here, and that a registry cannot be
 * reached, so that only the first role waits for that answer.
 */
public final class ImageResolver {
  private static final Path HOST_CERTIFICATES = Path.of("/usr/local/share/ca-certificates");
  private static final Duration PAUSE = Duration.ofSeconds(60);

  private final Workspace workspace;
  private final Roles roles;
  private final Progress progress;
  private final Map<String, String> environment;
  private final Engine engine;
  private final RecipeKey keys;
  private final Builder builder;
  private final Archive archive;
  private final Map<String, String> here = new HashMap<>();
  private boolean listed;
  private Optional<String> registryTrouble = Optional.empty();

  /**
   * @param environment of this process: it may name an image itself, and holds proxies
   */
  public ImageResolver(
      Workspace workspace,
      Roles roles,
      Commands commands,
      Progress progress,
      Map<String, String> environment) {
    this(workspace, roles, commands, progress, environment, HOST_CERTIFICATES, PAUSE);
  }

  ImageResolver(
      Workspace workspace,
      Roles roles,
      Commands commands,
      Progress progress,
      Map<String, String> environment,
      Path certificates,
      Duration pause) {
    this.workspace = workspace;
    this.roles = roles;
    this.progress = progress;
    this.environment = Map.copyOf(environment);
    this.engine = new Engine(commands);
    this.keys = new RecipeKey(workspace.root(), roles, certificates);
    this.builder = new Builder(workspace, commands, progress, environment, certificates, pause);
    this.archive = new Archive(workspace.cache(), engine, progress);
  }

  /** Every default image, see {@link Roles#defaults()}; their names stand in {@code .env} then. */
  public List<ResolvedImage> resolveDefaults() {
    return resolveAll(roles.defaults());
  }

  /**
   * One image, with the given arguments instead of the role's defaults.
   *
   * @throws ImageException when the role or an argument is unknown, or the image cannot be had
   */
  public ResolvedImage resolve(String role, Map<String, String> args) {
    return resolveAll(List.of(ImageRequest.of(roles.get(role), args))).get(0);
  }

  /** Several images, in the order asked for; their names stand in {@code .env} then. */
  public synchronized List<ResolvedImage> resolveAll(List<ImageRequest> requests) {
    List<ResolvedImage> resolved = new ArrayList<>();
    for (ImageRequest request : requests) {
      Optional<ResolvedImage> found = given(request).or(() -> present(request));
      resolved.add(found.orElseGet(() -> bringLocked(request)));
    }
    DotEnv.write(workspace, resolved);
    return resolved;
  }

  private ResolvedImage bringLocked(ImageRequest request) {
    Runnable announce =
        () -> progress.say("Another faultlab is making images; waiting until it is done.");
    // One at a time on a machine: builds of the same image would be wasted, others compete for
    // the same cores, and pruning would take a stage away from under a build that goes on.
    try (CacheDir.Held held = workspace.cache().lock("images", announce)) {
      listed = false;
      return bring(request);
    }
  }

  private ResolvedImage bring(ImageRequest request) {
    return present(request).or(() -> pulled(request)).orElseGet(() -> built(request));
  }

  private Optional<ResolvedImage> given(ImageRequest request) {
    String name = request.variable().map(variable -> environment.get(variable)).orElse("");
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> id = engine.id(name);
    if (id.isEmpty()) {
      CommandResult pull = pull(name);
      id = engine.id(name);
      if (id.isEmpty()) {
        throw new ImageException(
            "%s=%s is set in the environment, but that image is neither here nor can it be pulled: %s"
                .formatted(request.variable().orElse(""), name, pull.tail(1)));
      }
    }
    return Optional.of(image(request, name, id.get(), Origin.GIVEN));
  }

  private Optional<ResolvedImage> present(ImageRequest request) {
    if (!listed) {
      here.clear();
      here.putAll(engine.images());
      listed = true;
    }
    Optional<ResolvedImage> official =
        request
            .official()
            .filter(here::containsKey)
            .map(name -> image(request, name, here.get(name), Origin.OFFICIAL));
    String ours = ourName(request);
    return official.or(
        () ->
            Optional.ofNullable(here.get(ours)).map(id -> image(request, ours, id, Origin.BUILT)));
  }

  private Optional<ResolvedImage> pulled(ImageRequest request) {
    if (request.official().isEmpty() || registryTrouble.isPresent()) {
      return Optional.empty();
    }
    String name = request.official().get();
    CommandResult pull = pull(name);
    if (pull.ok()) {
      return engine.id(name).map(id -> image(request, name, id, Origin.OFFICIAL));
    }
    progress.say("%s cannot be pulled, building instead: %s".formatted(name, pull.tail(1)));
    if (Trouble.registryUnreachable(pull.err())) {
      registryTrouble = Optional.of(pull.tail(1));
    }
    return Optional.empty();
  }

  private CommandResult pull(String name) {
    try (Progress.Step step = progress.start("Pulling " + name, 0)) {
      return engine.pull(name, step::note);
    }
  }

  private ResolvedImage built(ImageRequest request) {
    String name = ourName(request);
    if (!(request.role().archive() && archive.restore(name))) {
      Map<String, String> parents = new TreeMap<>();
      request
          .role()
          .from()
          .forEach(
              (argument, parent) ->
                  parents.put(argument, bring(request.parent(roles.get(parent))).name()));
      builder.build(request, name, parents);
      if (request.role().archive()) {
        archive.keep(name);
      }
    }
    String id =
        engine
            .id(name)
            .orElseThrow(
                () ->
                    new ImageException(
                        "the recipe of %s ended well but left no image %s"
                            .formatted(request.title(), name)));
    here.put(name, id);
    return image(request, name, id, Origin.BUILT);
  }

  private String ourName(ImageRequest request) {
    return "faultlab/" + request.role().name() + ":" + keys.of(request);
  }

  private static ResolvedImage image(ImageRequest request, String name, String id, Origin origin) {
    return new ResolvedImage(
        request.role().name(), request.args(), request.variable(), name, id, origin);
  }
}
