package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.Prebuilt;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Fills roles: the official image, here or pulled, else one built from our recipe, here or built
 * now. If the clone prefers built images, always the built one. One resolver serves one invocation:
 * it remembers what is here and what registries have answered.
 */
public final class ImageResolver implements RoleImageSource {
  public static final Path CERTIFICATES = Path.of("/usr/local/share/ca-certificates");

  public static final Duration PAUSE = Duration.ofSeconds(60);

  private final Roles roles;
  private final Builder builder;
  private final ImageMaker maker;
  private final Registries registries;
  private final Map<String, String> newest = new HashMap<>();
  private boolean offline;

  /**
   * @param environment of this process: it may name an image itself, and holds proxies
   * @param certificates folder of the host's extra CA certificates; may not exist
   * @param pause before a build is tried again after a registry failed
   */
  public ImageResolver(
      Workspace workspace,
      Roles roles,
      Commands commands,
      Progress progress,
      Map<String, String> environment,
      Path certificates,
      Duration pause) {
    this.roles = roles;
    this.builder =
        new Builder(workspace, commands, progress, Map.copyOf(environment), certificates, pause);
    this.maker = new ImageMaker(roles, builder);
    this.registries = new Registries(builder, this::provideDefault);
  }

  public Roles roles() {
    return roles;
  }

  /** Prefers built images from now on, in this clone, or official ones. */
  public synchronized void preferBuilt(boolean always) {
    maker.preference().preferBuilt(always);
  }

  /** Asks a registry again even if it did not answer recently. */
  public synchronized void askAgain() {
    maker.pulls().askAgain();
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

  @Override
  public Prebuilt prebuilt() {
    return maker.prebuilt();
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
    maker.provide(exact);
    List<ResolvedImage> resolved = exact.stream().map(maker::provided).toList();
    DotEnv.write(builder.workspace(), resolved);
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
    ImageRequest exact = request;
    for (Map.Entry<String, String> arg : request.args().entrySet()) {
      if (arg.getValue().equals(ImageRequest.NEWEST)) {
        exact = exact.with(arg.getKey(), newest(request, arg.getKey()));
      }
    }
    return exact;
  }

  /**
   * Finds out whether an image is available; at once if it is already here, or if the declaration
   * itself has these arguments. Otherwise it asks the registries. The first question on a machine
   * makes the base image or the Go tool chain, which the builds need too.
   *
   * @throws NoSuchImageException when a value does not exist
   * @throws ImageException when no registry can answer now
   */
  public synchronized void check(ImageRequest request) {
    ImageRequest exact = exact(request);
    Role role = exact.role();
    boolean isPinned = exact.args().equals(role.args()) || Roles.defaults(role).contains(exact);
    if (isPinned || maker.namedByUser(exact).isPresent() || has(exact)) {
      return;
    }
    try (Progress.Step step = builder.progress().start("Asking for " + exact.title(), 0)) {
      if (pullable(exact)) {
        return;
      }
      for (String argument : role.versions().keySet()) {
        String version = exact.args().get(argument);
        VersionSource source = exact.source(argument);
        if (!registries.has(role, source, version)) {
          throw new NoSuchImageException(
              "there is no %s: %s".formatted(exact.title(), source.notPublished(version)));
        }
      }
    }
    role.from().values().forEach(parent -> check(exact.parent(roles.get(parent))));
  }

  private boolean pullable(ImageRequest request) {
    if (request.official().isEmpty() || !maker.preference().takesOfficial() || offline) {
      return false;
    }
    CommandResult described = builder.engine().describe(request.official().get());
    offline = CommandFailures.UNREACHABLE.test(described.err());
    return described.ok();
  }

  /**
   * The releases that an argument of an image can be, the oldest first.
   *
   * @throws NoSuchImageException when nothing lists them
   * @throws ImageException when the list cannot be read now
   */
  public synchronized List<Release> releases(ImageRequest request, String argument) {
    ImageRequest lister = requireLister(request, argument);
    Optional<String> notes = Optional.ofNullable(lister.role().notes().get(argument));
    return registries.releases(lister.role(), lister.source(argument)).stream()
        .map(one -> new Release(one, notes.map(at -> lister.with(argument, one).fill(at))))
        .toList();
  }

  /** The library whose version an argument of an image is; empty if it is none. */
  public Optional<String> library(ImageRequest request, String argument) {
    return lister(request, argument).flatMap(from -> from.source(argument).library());
  }

  /**
   * The newest of the {@link #releases}; all of an invocation get the same answer.
   *
   * @throws NoSuchImageException when nothing lists them
   * @throws ImageException when the list cannot be read now
   */
  public synchronized String newest(ImageRequest request, String argument) {
    ImageRequest lister = requireLister(request, argument);
    VersionSource source = lister.source(argument);
    return newest.computeIfAbsent(
        source.of(ImageRequest.NEWEST),
        what -> {
          List<String> releases = registries.releases(lister.role(), source);
          if (releases.isEmpty()) {
            throw new ImageException("no release is listed of " + what);
          }
          return releases.get(releases.size() - 1);
        });
  }

  private ImageRequest requireLister(ImageRequest request, String argument) {
    return lister(request, argument)
        .orElseThrow(
            () ->
                new NoSuchImageException(
                    "no registry lists the versions of %s of the role %s; name one"
                        .formatted(argument, request.role().name())));
  }

  /**
   * The image whose role declares where this argument's versions are published: this one, or one
   * that it is built from.
   */
  private Optional<ImageRequest> lister(ImageRequest request, String argument) {
    if (request.role().versions().containsKey(argument)) {
      return Optional.of(request);
    }
    return request.role().from().values().stream()
        .map(parent -> request.parent(roles.get(parent)))
        .filter(parent -> parent.args().containsKey(argument))
        .flatMap(parent -> lister(parent, argument).stream())
        .findFirst();
  }

  /** Whether an image is here; registries are not asked. */
  public synchronized boolean has(ImageRequest request) {
    return maker
        .named(request)
        .map(name -> builder.engine().id(name).isPresent())
        .orElseGet(() -> maker.present(request).isPresent());
  }

  /**
   * The registry's name of an image, {@code NAME@sha256:...}; it is the same on each machine that
   * pulled it. Empty for one that was built here.
   */
  public Optional<String> digest(ResolvedImage image) {
    return maker.digest(image);
  }

  /** Images of older recipes, and what killed builds left in the cache. */
  public OldImages old() {
    // Listing what is here must not pull anything.
    UnaryOperator<String> idHere = name -> builder.engine().id(name).orElse("not here");
    Workspace workspace = builder.workspace();
    RecipeKey today = new RecipeKey(workspace.root(), roles, builder.certificates(), idHere);
    return new OldImages(workspace, roles, builder.engine(), today);
  }

  private String provideDefault(String role) {
    ImageRequest request = roles.request(new Requirement.Image(role, Map.of()));
    maker.provide(List.of(request));
    return maker.provided(request).name();
  }
}
