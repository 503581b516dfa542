package dev.faultlab.run;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.doctor.Kvm;
import dev.faultlab.guest.CachedKernel;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelStore;
import dev.faultlab.image.ImageRequest;
import dev.faultlab.image.ImageResolver;
import dev.faultlab.image.ResolvedImage;
import dev.faultlab.image.Roles;
import dev.faultlab.kernel.GuestRoots;
import dev.faultlab.kernel.KernelMaker;
import dev.faultlab.kernel.KernelPairs;
import dev.faultlab.kernel.StaleKernels;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.Template;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.StagingFolder;
import dev.faultlab.machine.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Provides what stacks are made of on this machine, each {@link Requirement}: images by role,
 * kernels, and the file systems of guests.
 */
public final class Provisioning implements ImageSource {
  private final Workspace workspace;
  private final Commands commands;
  private final Progress progress;
  private final Map<String, String> environment;
  private final List<Path> labs;

  /** One of each for all questions: they remember the roles and the registries' answers. */
  private Optional<ImageResolver> images = Optional.empty();

  private Optional<KernelStore> kernels = Optional.empty();

  /**
   * @param environment of this process
   * @param labs folders of labs, which may bring images of their own
   */
  public Provisioning(
      Workspace workspace,
      Commands commands,
      Progress progress,
      Map<String, String> environment,
      List<Path> labs) {
    this.workspace = workspace;
    this.commands = commands;
    this.progress = progress;
    this.environment = environment;
    this.labs = labs;
  }

  public Workspace workspace() {
    return workspace;
  }

  public Commands commands() {
    return commands;
  }

  public Progress progress() {
    return progress;
  }

  public ImageResolver images() {
    images = Optional.of(images.orElseGet(this::resolver));
    return images.get();
  }

  private ImageResolver resolver() {
    Roles roles = Roles.read(workspace.images().resolve("roles.yaml"), labs);
    Path certificates = ImageResolver.CERTIFICATES;
    return new ImageResolver(
        workspace, roles, commands, progress, environment, certificates, ImageResolver.PAUSE);
  }

  /** Kernels, made when they are not here, also while {@link #images} makes images. */
  public KernelStore kernels() {
    kernels =
        Optional.of(
            kernels.orElseGet(
                () -> new KernelMaker(workspace, pairs(), resolver(), commands, progress).store()));
    return kernels.get();
  }

  /** The kernels that we build. */
  public KernelPairs pairs() {
    return new KernelPairs(workspace.root().resolve("kernel-images"));
  }

  /** A kernel, made if it is not here, which guests may read. */
  public CachedKernel kernel(KernelName name) {
    CachedKernel cached = kernels().provide(name);
    StaleKernels.noteUse(workspace.cache(), name, cached);
    StagingFolder.readable(cached.directory());
    return cached;
  }

  /** A container's file system as files of a guest. */
  public Path guestRoot(String image) {
    return new GuestRoots(workspace, images(), commands, progress).of(image);
  }

  @Override
  public Map<Requirement, Image> resolve(Collection<Requirement> requirements)
      throws InterruptedException {
    require(requirements);
    Map<Requirement, Image> filled = imagesBesideKernels(requirements);
    for (Requirement requirement : requirements) {
      if (requirement instanceof Requirement.Kernel kernel) {
        CachedKernel cached = kernel(KernelMaker.parse(kernel.name()));
        filled.put(requirement, new Image(cached.directory().toString(), cached.origin()));
      } else if (requirement instanceof Requirement.GuestRoot root) {
        ImageRequest request = roles().request(root.image());
        ResolvedImage image = images().resolveAll(List.of(request)).get(0);
        filled.put(requirement, image(guestRoot(image.name()).toString(), request, image));
      } else if (requirement instanceof Requirement.KvmDevice) {
        String device = Kvm.device(environment);
        filled.put(requirement, new Image(device, device));
      }
    }
    return filled;
  }

  /** The images; kernels that are not here are made at the same time. */
  private Map<Requirement, Image> imagesBesideKernels(Collection<Requirement> requirements)
      throws InterruptedException {
    List<KernelName> absent =
        kernels().prepare(requirements.stream().flatMap(each -> kernel(each).stream()).toList());
    ExecutorService kernelThread = Executors.newSingleThreadExecutor();
    try {
      Future<?> kernelsMade = kernelThread.submit(() -> absent.forEach(kernels()::provide));
      Map<Requirement, Image> images = resolveImages(requirements);
      kernelsMade.get();
      return images;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException why
          ? why
          : new IllegalStateException(e.getCause());
    } finally {
      kernelThread.shutdownNow();
    }
  }

  private Map<Requirement, Image> resolveImages(Collection<Requirement> needed) {
    List<Requirement> roles = needed.stream().filter(Requirement.Image.class::isInstance).toList();
    List<ImageRequest> requests = roles.stream().flatMap(role -> request(role).stream()).toList();
    List<ResolvedImage> images = images().resolveAll(requests);
    Map<Requirement, Image> filled = new LinkedHashMap<>();
    for (int i = 0; i < roles.size(); i++) {
      filled.put(roles.get(i), image(images.get(i).name(), requests.get(i), images.get(i)));
    }
    return filled;
  }

  @Override
  public List<String> missing(Collection<Requirement> requirements) {
    requirements.forEach(this::check);
    return requirements.stream().flatMap(each -> missing(each).stream()).distinct().toList();
  }

  private Optional<String> missing(Requirement needed) {
    return kernel(needed)
        .filter(kernel -> kernels().present(kernel).isEmpty())
        .map(kernel -> needed.toString())
        .or(() -> request(needed).filter(r -> !images().has(r)).map(ImageRequest::titleIfMissing));
  }

  /**
   * Whether a name is valid, without asking a registry.
   *
   * @throws NoSuchImageException when a role, an argument or a kernel's name is unknown, or a file
   *     holds no kernel
   */
  public void check(Requirement requirement) {
    kernel(requirement).ifPresent(name -> kernels().require(name));
    request(requirement);
  }

  /**
   * Whether all of these are available; registries are asked only for what is not here. Nothing is
   * started.
   *
   * @throws NoSuchImageException when something does not exist
   * @throws ImageException when no registry can answer now
   */
  public void require(Collection<Requirement> needed) {
    needed.forEach(this::check);
    needed.stream().flatMap(each -> request(each).stream()).forEach(images()::check);
    needed.stream().flatMap(each -> kernel(each).stream()).forEach(kernels()::check);
  }

  @Override
  public String newest(Requirement template) {
    if (template instanceof Requirement.Kernel) {
      kernels().require(KernelMaker.parse(ImageRequest.NEWEST));
      return ImageRequest.NEWEST;
    }
    Requirement.Image image = Requirement.image(template).orElseThrow();
    return images().newest(roles().withDefault(image), argument(image));
  }

  @Override
  public List<Release> releases(Requirement template) {
    return Requirement.image(template)
        .map(image -> images().releases(roles().withDefault(image), argument(image)))
        .orElseGet(() -> KernelName.STOCK.stream().map(k -> new Release(k, notes(k))).toList());
  }

  @Override
  public Optional<String> library(Requirement template) {
    return Requirement.image(template)
        .flatMap(image -> images().library(roles().withDefault(image), argument(image)));
  }

  @Override
  public boolean takesImage(Requirement template) {
    return Requirement.image(template)
        .filter(image -> roles().takesImage(roles().get(image.role()), argument(image)))
        .isPresent();
  }

  /** The requirement that an axis fills. */
  private static String argument(Requirement.Image template) {
    return template.arguments().entrySet().stream()
        .filter(given -> !Template.names(given.getValue()).isEmpty())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  /** Releases of Debian have notes, backports and sid have none. */
  private static Optional<String> notes(String kernel) {
    String suite = kernel.replaceFirst("^debian:", "");
    return suite.contains("-") || suite.equals("sid")
        ? Optional.empty()
        : Optional.of("https://www.debian.org/releases/" + suite + "/releasenotes");
  }

  @Override
  public Map<String, String> packages(Requirement requirement) {
    Map<String, String> packages = new LinkedHashMap<>();
    if (requirement instanceof Requirement.Image image) {
      OneShot container =
          new OneShot(256)
              .capabilities(List.of())
              .with("--network", "none", "--entrypoint", "dpkg-query");
      String name = images().resolve(image.role(), image.arguments()).name();
      List<String> query = List.of("--show", "--showformat=${Package} ${Version}\\n");
      CommandResult result =
          commands.run(container.command(name, query).within(Duration.ofMinutes(1)));
      if (result.ok()) {
        result.out().lines().map(line -> line.split(" ", 2)).forEach(p -> packages.put(p[0], p[1]));
      }
    }
    return packages;
  }

  private Roles roles() {
    return images().roles();
  }

  private static Optional<KernelName> kernel(Requirement requirement) {
    return requirement instanceof Requirement.Kernel kernel
        ? Optional.of(KernelMaker.parse(kernel.name()))
        : Optional.empty();
  }

  private Optional<ImageRequest> request(Requirement requirement) {
    return Requirement.image(requirement).map(roles()::request);
  }

  private Image image(String name, ImageRequest asked, ResolvedImage image) {
    String moved =
        asked.equals(image.request()) ? "" : ", " + image.request().args() + " for newest";
    return new Image(name, image.name() + " " + image.id() + moved, images().digest(image));
  }
}
