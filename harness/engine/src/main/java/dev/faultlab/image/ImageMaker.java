package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.Prebuilt;
import dev.faultlab.image.ResolvedImage.Origin;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.UsageLog;
import dev.faultlab.machine.Workspace;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Brings images: the official one is pulled, or one that another machine built from our recipe;
 * else it is built with all that it stands on. Remembers what is here.
 */
final class ImageMaker {
  /** At least two, because a build mostly waits for a single core or for the network. */
  private static final int PARALLEL = Math.max(2, Runtime.getRuntime().availableProcessors());

  private final Roles roles;
  private final Pulls pulls;
  private final Prebuilt prebuilt;
  private final RecipeKey recipeKey;
  private final Builder builder;
  private final UsageLog uses;
  private final Map<String, String> idsByName = new ConcurrentHashMap<>();
  private final Preference preference;
  private boolean listed;

  ImageMaker(Roles roles, Builder builder) {
    Workspace workspace = builder.workspace();
    this.roles = roles;
    this.builder = builder;
    this.pulls = new Pulls(workspace.cache(), builder.engine(), builder.progress());
    this.prebuilt =
        Prebuilt.read(workspace.images().resolve("prebuilt"), builder.engine(), builder.progress());
    this.recipeKey = new RecipeKey(workspace.root(), roles, builder.certificates(), pulls::named);
    this.uses = new UsageLog(workspace.cache());
    this.preference = new Preference(workspace, builder.environment());
  }

  Pulls pulls() {
    return pulls;
  }

  Preference preference() {
    return preference;
  }

  /** What may be taken instead of building it. */
  Prebuilt prebuilt() {
    return preference.takesOfficial() ? prebuilt : Prebuilt.NONE;
  }

  /** What a registry calls an image, {@code NAME@sha256:...}; empty for one that was built here. */
  Optional<String> digest(ResolvedImage image) {
    return switch (image.origin()) {
      case BUILT -> Optional.empty();
      case PREBUILT -> prebuilt.reference(image.name());
      case GIVEN, OFFICIAL -> builder.engine().digest(image.name());
    };
  }

  /** The name of the image that a person named, in an argument or in the environment. */
  Optional<String> named(ImageRequest request) {
    return request
        .named()
        .or(() -> request.variable().map(builder.environment()::get).filter(set -> !set.isEmpty()));
  }

  /** The image that a person named. */
  Optional<ResolvedImage> namedByUser(ImageRequest request) {
    String source = request.variable().map(variable -> variable + "=").orElse("image:");
    return named(request)
        .map(name -> image(request, name, pulls.named(name, source + name), Origin.GIVEN));
  }

  /** The official image, or ours, if it is here. */
  Optional<ResolvedImage> present(ImageRequest request) {
    if (!listed) {
      idsByName.clear();
      idsByName.putAll(builder.engine().images());
      listed = true;
    }
    String ownName = recipeKey.imageName(request);
    return official(request)
        .filter(idsByName::containsKey)
        .map(name -> image(request, name, idsByName.get(name), Origin.OFFICIAL))
        .or(
            () ->
                Optional.ofNullable(idsByName.get(ownName))
                    .map(
                        id ->
                            image(
                                request,
                                ownName,
                                id,
                                prebuilt.has(ownName, id) ? Origin.PREBUILT : Origin.BUILT)));
  }

  /** The image after {@link #provide}. */
  ResolvedImage provided(ImageRequest request) {
    return namedByUser(request).or(() -> present(request)).orElseThrow();
  }

  /**
   * Makes each of these images and those that they are built on, once: first the pulls, side by
   * side, then the builds. One process at a time on a machine: two would build the same image twice
   * and compete for the cores, and pruning could delete a stage that a build still needs.
   */
  void provide(List<ImageRequest> requests) {
    List<ImageRequest> toProvide = requests.stream().filter(r -> namedByUser(r).isEmpty()).toList();
    if (toMake(toProvide).isEmpty()) {
      return;
    }
    Runnable announce = () -> builder.progress().say("Another faultlab is making images; waiting.");
    try (CacheDir.Lock lock = builder.workspace().cache().lock("images", announce)) {
      listed = false;
      Map<String, ImageRequest> remaining = toMake(toProvide);
      if (remaining.isEmpty()) {
        return;
      }
      try (Progress.Step step = builder.progress().start("images", 0)) {
        AtomicInteger doneCount = new AtomicInteger();
        // The first pull shows whether a registry can be reached at all.
        for (int max = 1; !remaining.isEmpty(); max = Integer.MAX_VALUE) {
          step.total(doneCount.get() + remaining.size());
          makeNext(remaining, max, step, doneCount);
          remaining = toMake(toProvide);
        }
      }
    }
  }

  /**
   * Pulls what can be pulled. Builds what no registry has. A failure does not end what is made at
   * the same time, which would have to be repeated.
   *
   * @param remaining images that are still to be made, each after its parents
   * @param max how many pulls at most
   * @param doneCount counts those that were made
   */
  private void makeNext(
      Map<String, ImageRequest> remaining, int max, Progress.Step step, AtomicInteger doneCount) {
    List<String> pulled =
        remaining.keySet().stream().filter(n -> isPullable(remaining.get(n))).limit(max).toList();
    Collection<String> names = pulled.isEmpty() ? remaining.keySet() : pulled;
    Map<String, CompletableFuture<Void>> tasks = new LinkedHashMap<>();
    ExecutorService workers = Executors.newFixedThreadPool(PARALLEL);
    try {
      for (String name : names) {
        ImageRequest request = remaining.get(name);
        Predicate<Consumer<String>> attempt =
            onLine -> pulled.isEmpty() ? build(request, name, onLine) : pull(request, onLine);
        CompletableFuture<?>[] before =
            parents(request).stream()
                .map(recipeKey::imageName)
                .filter(tasks::containsKey)
                .map(tasks::get)
                .toArray(CompletableFuture[]::new);
        tasks.put(
            name,
            CompletableFuture.allOf(before)
                .thenRunAsync(() -> make(request, step, doneCount, attempt), workers));
      }
      CompletableFuture.allOf(tasks.values().toArray(CompletableFuture[]::new)).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ImageException("interrupted while images were built", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException why
          ? why
          : new IllegalStateException(e.getCause());
    } finally {
      workers.shutdownNow();
    }
  }

  /**
   * @param attempt is given what receives the output, and tells whether the image is here now
   */
  private static void make(
      ImageRequest request,
      Progress.Step step,
      AtomicInteger doneCount,
      Predicate<Consumer<String>> attempt) {
    step.note(request.title());
    long startNanos = System.nanoTime();
    if (attempt.test(line -> step.note(request.title() + ": " + line.strip()))) {
      long seconds = (System.nanoTime() - startNanos) / 1_000_000_000;
      doneCount.incrementAndGet();
      step.advance("%s (%d:%02d)".formatted(request.title(), seconds / 60, seconds % 60));
    }
  }

  /** The images to pull or build for these, by our own names, each after its parents. */
  private Map<String, ImageRequest> toMake(List<ImageRequest> requests) {
    Map<String, ImageRequest> missing = new LinkedHashMap<>();
    for (ImageRequest request : requests) {
      Optional<ResolvedImage> present = present(request);
      if (present.isEmpty()) {
        addMissing(request, missing);
      } else if (present.get().name().equals(recipeKey.imageName(request))
          && mayHaveOfficial(request)
          && pulls.mayAnswer()) {
        // one of ours, although a registry may have the official one
        missing.put(recipeKey.imageName(request), request);
      }
    }
    return missing;
  }

  /** A parent image is not downloaded where one of ours is here. */
  private void addMissing(ImageRequest request, Map<String, ImageRequest> missing) {
    String name = recipeKey.imageName(request);
    if (request.named().isPresent() || present(request).isPresent() || missing.containsKey(name)) {
      return;
    }
    if (!isPullable(request)) {
      parents(request).forEach(parent -> addMissing(parent, missing));
    }
    missing.put(name, request);
  }

  private List<ImageRequest> parents(ImageRequest request) {
    return request.role().from().values().stream()
        .map(parent -> request.parent(roles.get(parent)))
        .toList();
  }

  /** Whether there is an image that may be used and, as far as we know, is available. */
  private boolean isPullable(ImageRequest request) {
    return mayHaveOfficial(request) || prebuilt().mayHave(recipeKey.imageName(request));
  }

  private boolean mayHaveOfficial(ImageRequest request) {
    return official(request).filter(pulls::mayHave).isPresent();
  }

  /** The name of the official image, where it may be used. */
  private Optional<String> official(ImageRequest request) {
    return request.official().filter(name -> preference.takesOfficial());
  }

  private boolean pull(ImageRequest request, Consumer<String> onLine) {
    boolean official = mayHaveOfficial(request);
    String name = official ? official(request).orElseThrow() : recipeKey.imageName(request);
    Optional<String> id = official ? pulls.official(name, onLine) : prebuilt.pull(name, onLine);
    id.ifPresent(pulled -> idsByName.put(name, pulled));
    return id.isPresent();
  }

  private boolean build(ImageRequest request, String name, Consumer<String> onLine) {
    Map<String, String> parents = new TreeMap<>();
    request
        .role()
        .from()
        .forEach(
            (argument, role) -> {
              ImageRequest parent = request.parent(roles.get(role));
              Optional<ResolvedImage> image =
                  parent.named().isPresent() ? namedByUser(parent) : present(parent);
              parents.put(argument, image.orElseThrow().name());
            });
    builder.build(request, name, parents, onLine);
    String format = "the recipe of %s succeeded, but there is no image %s";
    idsByName.put(
        name,
        builder
            .engine()
            .id(name)
            .orElseThrow(() -> new ImageException(format.formatted(request.title(), name))));
    return true;
  }

  private ResolvedImage image(ImageRequest request, String name, String id, Origin origin) {
    if (name.equals(recipeKey.imageName(request))) {
      uses.note(name, request.requirement().toString());
    }
    return new ResolvedImage(request, name, id, origin);
  }
}
