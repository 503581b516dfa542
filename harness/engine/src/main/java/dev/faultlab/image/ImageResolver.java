package dev.faultlab.image;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.image.ResolvedImage.Origin;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.UsageLog;
import dev.faultlab.machine.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Fills roles: the official image, here or pulled, else one built from our recipe, here or built
 * now. If the clone's {@link Preference} says so, always the built one. One resolver serves one
 * invocation: it remembers what is here and what registries have answered.
 */
public final class ImageResolver implements RoleImageSource {
  private static final Path HOST_CERTIFICATES = Path.of("/usr/local/share/ca-certificates");
  private static final Duration PAUSE = Duration.ofSeconds(60);

  private final Workspace workspace;
  private final Roles roles;
  private final Progress progress;
  private final Map<String, String> environment;
  private final DockerImages engine;
  private final Path certificates;
  private final Pulls pulls;
  private final RecipeKey keys;
  private final Builder builder;
  private final Archive archive;
  private final Candidates candidates;
  private final UsageLog uses;
  private final DurationLog took;
  private final Map<String, String> here = new ConcurrentHashMap<>();
  private boolean listed;
  private Preference preference;

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
    this.certificates = certificates;
    this.engine = new DockerImages(commands);
    this.pulls = new Pulls(workspace.cache(), engine, progress);
    this.keys = new RecipeKey(workspace.root(), roles, certificates, pulls::named);
    this.builder = new Builder(workspace, commands, progress, environment, certificates, pause);
    this.archive = new Archive(workspace.cache(), engine, progress);
    this.candidates =
        new Candidates(
            engine,
            roles,
            new Registries(workspace, commands, environment, name -> resolveDefault(name).name()),
            () -> preference == Preference.OFFICIAL);
    this.preference = Preference.of(workspace, environment);
    this.uses = new UsageLog(workspace.cache());
    this.took = new DurationLog(workspace.cache());
  }

  /** Prefers these images from now on, in this clone. */
  public synchronized void prefer(Preference choice) {
    DotEnv.set(workspace, Map.of(Preference.VARIABLE, choice.word()));
    preference = choice;
  }

  /** Asks a registry again even if it did not answer recently. */
  public synchronized void askAgain() {
    pulls.askAgain();
  }

  /** Every default image, see {@link Roles#defaults()}; writes their names to {@code .env}. */
  public List<ResolvedImage> resolveDefaults() {
    return resolveAll(roles.defaults());
  }

  /**
   * One image, with the given arguments instead of the role's defaults.
   *
   * @throws NoSuchImageException when the role, an argument or a value does not exist
   * @throws ImageException when the image is unavailable now
   */
  public ResolvedImage resolve(String role, Map<String, String> args) {
    return resolveAll(List.of(roles.request(new Requirement.Image(role, args)))).get(0);
  }

  @Override
  public String image(String role, Map<String, String> args) {
    return resolve(role, args).name();
  }

  /**
   * Several images, in the order asked for; writes their names to {@code .env}. All of them are
   * checked before the first is pulled or built.
   *
   * @throws NoSuchImageException when a value does not exist
   * @throws ImageException when an image is unavailable now
   */
  public synchronized List<ResolvedImage> resolveAll(List<ImageRequest> requests) {
    List<ImageRequest> exact = requests.stream().map(this::exact).toList();
    exact.forEach(this::check);
    bring(exact);
    List<ResolvedImage> resolved = exact.stream().map(this::found).toList();
    DotEnv.write(workspace, resolved);
    return resolved;
  }

  /**
   * The request with {@code newest} replaced by an exact version: newest means something else on
   * another day.
   *
   * @throws NoSuchImageException when the argument has no list of versions
   * @throws ImageException when the list cannot be read now
   */
  public synchronized ImageRequest exact(ImageRequest request) {
    return candidates.exact(request);
  }

  /**
   * Finds out whether an image is available; at once if it is already here. Otherwise it asks the
   * registries. The first question on a machine makes the base image or the Go tool chain, which
   * the builds need too.
   *
   * @throws NoSuchImageException when a value does not exist
   * @throws ImageException when no registry can answer now
   */
  public synchronized void check(ImageRequest request) {
    candidates.check(exact(request), wanted -> given(wanted).isPresent() || has(wanted));
  }

  /**
   * The releases that an argument of a role can be, the oldest first.
   *
   * @throws NoSuchImageException when nothing lists them
   * @throws ImageException when the list cannot be read now
   */
  public synchronized List<Release> releases(Role role, String argument) {
    return candidates.releases(role, argument);
  }

  /** The library whose version an argument of a role is; empty if it is none. */
  public synchronized Optional<String> library(Role role, String argument) {
    return candidates.library(role, argument);
  }

  /**
   * The newest of those releases.
   *
   * @throws NoSuchImageException when nothing lists them
   * @throws ImageException when the list cannot be read now
   */
  public synchronized String newest(Role role, String argument) {
    return candidates.newest(role, argument);
  }

  /** Whether an image is here, on the engine or in the cache; registries are not asked. */
  public synchronized boolean has(ImageRequest request) {
    Optional<String> named =
        request
            .named()
            .or(() -> request.variable().map(environment::get).filter(set -> !set.isEmpty()));
    if (named.isPresent()) {
      return engine.id(named.get()).isPresent();
    }
    return present(request).isPresent() || archive.has(keys.imageName(request));
  }

  /**
   * The registry's name of an image, {@code NAME@sha256:...}; it is the same on each machine that
   * pulled it. Empty for one that was built here.
   */
  public Optional<String> digest(ResolvedImage image) {
    return image.origin() == Origin.BUILT ? Optional.empty() : engine.digest(image.name());
  }

  /** Images and archives of older recipes, in the engine and in the cache. */
  public OldImages old() {
    // Listing what is here must not pull anything.
    UnaryOperator<String> idHere = name -> engine.id(name).orElse("not here");
    RecipeKey today = new RecipeKey(workspace.root(), roles, certificates, idHere);
    return new OldImages(workspace, roles, engine, today);
  }

  /** After {@link #bring}. */
  private ResolvedImage found(ImageRequest request) {
    return given(request).or(() -> present(request)).orElseThrow();
  }

  /** Whether an image is one of ours although a registry may have the official one. */
  private boolean isSecondBest(ImageRequest request, ResolvedImage image) {
    return image.origin() == Origin.BUILT && isPullable(request) && pulls.mayAnswer();
  }

  /** Whether there is an official image that may be used and, as far as we know, is available. */
  private boolean isPullable(ImageRequest request) {
    return official(request).filter(pulls::mayHave).isPresent();
  }

  private boolean isArchived(ImageRequest request) {
    return request.role().archive() && archive.has(keys.imageName(request));
  }

  private ResolvedImage resolveDefault(String role) {
    ImageRequest request = roles.request(new Requirement.Image(role, Map.of()));
    bring(List.of(request));
    return found(request);
  }

  /**
   * One process at a time on a machine. Two processes would build the same image twice and compete
   * for the cores, and pruning could delete a stage that a build still needs.
   */
  private CacheDir.Lock lockImages() {
    return workspace
        .cache()
        .lock(
            "images",
            () -> progress.say("Another faultlab is making images; waiting until it is done."));
  }

  /**
   * Makes each of these images and those that they are built on, once: first the pulls, side by
   * side, then the builds.
   */
  private void bring(List<ImageRequest> requests) {
    List<ImageRequest> ours = requests.stream().filter(r -> given(r).isEmpty()).toList();
    if (toMake(ours).isEmpty()) {
      return;
    }
    try (CacheDir.Lock held = lockImages()) {
      listed = false;
      Map<String, ImageRequest> left = toMake(ours);
      if (left.isEmpty()) {
        return;
      }
      try (ImageProgress making =
          new ImageProgress(progress, took, ParallelTasks.atOnce(), System::nanoTime)) {
        // The first pull shows whether a registry can be reached at all.
        for (int most = 1; !left.isEmpty(); most = Integer.MAX_VALUE) {
          makeSome(left, most, making);
          left = toMake(ours);
        }
      }
    }
  }

  /**
   * Pulls what can be pulled. Builds what no registry has.
   *
   * @param left all images that are still to be made
   * @param most how many pulls at most
   */
  private void makeSome(Map<String, ImageRequest> left, int most, ImageProgress making) {
    Map<String, ImageProgress.Part> parts = new LinkedHashMap<>();
    left.forEach((name, request) -> parts.put(name, part(request)));
    making.left(parts);
    List<String> pulled = left.keySet().stream().filter(n -> isPullable(left.get(n))).toList();
    try (ParallelTasks work = new ParallelTasks()) {
      pulled.stream()
          .limit(most)
          .forEach(
              name ->
                  work.add(
                      name,
                      List.of(),
                      () -> making.make(name, onLine -> pull(left.get(name), onLine))));
      if (pulled.isEmpty()) {
        left.forEach(
            (name, request) ->
                work.add(
                    name,
                    parts.get(name).after(),
                    () -> making.make(name, onLine -> build(request, name, onLine))));
      }
      work.run();
    }
  }

  private ImageProgress.Part part(ImageRequest request) {
    String way = isPullable(request) ? "pull" : isArchived(request) ? "load" : "build";
    List<ImageRequest> after = way.equals("build") ? parents(request) : List.of();
    return new ImageProgress.Part(
        request.title(),
        way + " " + request.role().name(),
        after.stream().map(keys::imageName).toList());
  }

  /** The images to pull or build for these, by our own names, each after its parents. */
  private Map<String, ImageRequest> toMake(List<ImageRequest> requests) {
    Map<String, ImageRequest> made = new LinkedHashMap<>();
    for (ImageRequest request : requests) {
      Optional<ResolvedImage> present = present(request);
      if (present.isEmpty()) {
        addMissing(request, made);
      } else if (isSecondBest(request, present.get())) {
        made.put(keys.imageName(request), request);
      }
    }
    return made;
  }

  /** A parent image is not downloaded where one of ours is here. */
  private void addMissing(ImageRequest request, Map<String, ImageRequest> made) {
    String name = keys.imageName(request);
    if (request.named().isPresent() || present(request).isPresent() || made.containsKey(name)) {
      return;
    }
    if (!isPullable(request) && !isArchived(request)) {
      parents(request).forEach(parent -> addMissing(parent, made));
    }
    made.put(name, request);
  }

  private List<ImageRequest> parents(ImageRequest request) {
    return request.role().from().values().stream()
        .map(parent -> request.parent(roles.get(parent)))
        .toList();
  }

  private Optional<ResolvedImage> given(ImageRequest request) {
    Optional<String> name = request.named();
    if (name.isPresent()) {
      return Optional.of(image(request, name.get(), pulls.named(name.get()), Origin.GIVEN));
    }
    String variable = request.variable().orElse("");
    String set = environment.getOrDefault(variable, "");
    return set.isEmpty()
        ? Optional.empty()
        : Optional.of(image(request, set, pulls.named(set, variable + "=" + set), Origin.GIVEN));
  }

  private Optional<ResolvedImage> present(ImageRequest request) {
    if (!listed) {
      here.clear();
      here.putAll(engine.images());
      listed = true;
    }
    Optional<ResolvedImage> official =
        official(request)
            .filter(here::containsKey)
            .map(name -> image(request, name, here.get(name), Origin.OFFICIAL));
    String ours = keys.imageName(request);
    return official.or(
        () ->
            Optional.ofNullable(here.get(ours)).map(id -> image(request, ours, id, Origin.BUILT)));
  }

  /** The name of the official image, where it may be used. */
  private Optional<String> official(ImageRequest request) {
    return request.official().filter(name -> preference == Preference.OFFICIAL);
  }

  private boolean pull(ImageRequest request, Consumer<String> onLine) {
    String name = official(request).orElseThrow();
    Optional<String> id = pulls.official(name, onLine);
    id.ifPresent(pulled -> here.put(name, pulled));
    return id.isPresent();
  }

  /**
   * Returns false when the image, or one that it is built on, comes from the cache and is unusable.
   */
  private boolean build(ImageRequest request, String name, Consumer<String> onLine) {
    if (isArchived(request)) {
      onLine.accept("loading it from the cache");
      if (!archive.restore(name)) {
        return false;
      }
    } else {
      Map<String, String> parents = new TreeMap<>();
      for (Map.Entry<String, String> from : request.role().from().entrySet()) {
        Optional<ResolvedImage> parent = parent(request.parent(roles.get(from.getValue())));
        if (parent.isEmpty()) {
          return false;
        }
        parents.put(from.getKey(), parent.get().name());
      }
      builder.build(request, name, parents, onLine);
      if (request.role().archive()) {
        onLine.accept("keeping it in the cache");
        archive.keep(name);
      }
    }
    String id =
        engine
            .id(name)
            .orElseThrow(
                () ->
                    new ImageException(
                        "the recipe of %s succeeded, but there is no image %s"
                            .formatted(request.title(), name)));
    here.put(name, id);
    return true;
  }

  private Optional<ResolvedImage> parent(ImageRequest request) {
    return request.named().isPresent() ? given(request) : present(request);
  }

  private ResolvedImage image(ImageRequest request, String name, String id, Origin origin) {
    if (origin == Origin.BUILT) {
      uses.note(name, request.requirement().toString());
    }
    return new ResolvedImage(request, name, id, origin);
  }
}
