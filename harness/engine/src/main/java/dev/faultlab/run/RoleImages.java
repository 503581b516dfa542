package dev.faultlab.run;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.image.ImageRequest;
import dev.faultlab.image.ImageResolver;
import dev.faultlab.image.ResolvedImage;
import dev.faultlab.kernel.Kernel;
import dev.faultlab.kernel.KernelName;
import dev.faultlab.kernel.KernelStore;
import dev.faultlab.kernel.OldKernels;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Template;
import dev.faultlab.machine.CommandResult;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * What a run is made of, by the names that lab.yaml uses: images by role, {@code kernel:NAME} for a
 * kernel's directory, {@code guest-root:ROLE} for an image's files as a guest starts from them,
 * {@code kvm-device} for the device that makes guests quick.
 */
public final class RoleImages implements ImageSource {
  private static final String KERNEL = "kernel:";
  private static final String GUEST_ROOT = "guest-root:";
  private static final String KVM_DEVICE = "kvm-device";
  private static final int MEBIBYTES = 256;

  private final Provisioning tools;

  /** One each for all questions: they remember what the registries have answered. */
  private Optional<ImageResolver> resolver = Optional.empty();

  private Optional<KernelStore> store = Optional.empty();

  public RoleImages(Provisioning tools) {
    this.tools = tools;
  }

  @Override
  public Map<String, Image> resolve(Collection<String> wanted) {
    // Meanwhile: the guest that shows whether KVM works is waited for, and costs nothing else.
    CompletableFuture<String> kvm =
        wanted.contains(KVM_DEVICE)
            ? CompletableFuture.supplyAsync(tools::kvmDevice)
            : CompletableFuture.completedFuture("");
    require(wanted);
    Map<String, Image> byName = new LinkedHashMap<>();
    List<String> roles = wanted.stream().filter(RoleImages::isRole).toList();
    List<ImageRequest> requests = roles.stream().map(this::request).toList();
    List<ResolvedImage> images = images().resolveAll(requests);
    for (int i = 0; i < roles.size(); i++) {
      ResolvedImage image = images.get(i);
      String origin = origin(requests.get(i), image);
      byName.put(roles.get(i), new Image(image.name(), origin, images().digest(image)));
    }
    wanted.stream()
        .filter(name -> !isRole(name))
        .forEach(name -> byName.put(name, name.equals(KVM_DEVICE) ? device(kvm) : other(name)));
    return byName;
  }

  @Override
  public List<String> missing(Collection<String> wanted) {
    wanted.forEach(this::check);
    return wanted.stream()
        .filter(name -> !name.equals(KVM_DEVICE))
        .filter(
            name ->
                name.startsWith(KERNEL)
                    ? kernels().present(kernel(name)).isEmpty()
                    : !images().has(request(name)))
        .map(name -> name.startsWith(KERNEL) ? name : title(request(name)))
        .distinct()
        .toList();
  }

  /** Which release is the newest is not known without asking: it may be here. */
  private static String title(ImageRequest request) {
    return request.title()
        + (request.args().containsValue(ImageRequest.NEWEST) ? " (if that is not here)" : "");
  }

  /**
   * Whether a name means something, without asking anybody.
   *
   * @throws NoSuchImageException when a role, an argument or the name of a kernel is not known, or
   *     there is no kernel in a file
   */
  public void check(String name) {
    if (name.startsWith(KERNEL)) {
      kernels().requireMeaning(kernel(name));
    } else if (!name.equals(KVM_DEVICE)) {
      request(name);
    }
  }

  /**
   * Whether all of these can be had: at once for what is here, by asking the registries for what is
   * not. Nothing is started.
   *
   * @throws NoSuchImageException when something does not exist
   * @throws ImageException when that cannot be found out now
   */
  void require(Collection<String> wanted) {
    wanted.forEach(this::check);
    wanted.stream()
        .filter(name -> !name.startsWith(KERNEL) && !name.equals(KVM_DEVICE))
        .map(this::request)
        .forEach(images()::check);
    wanted.stream()
        .filter(name -> name.startsWith(KERNEL))
        .map(name -> kernel(name))
        .forEach(kernels()::check);
  }

  @Override
  public String newest(String name) {
    ImageRequest asked = request(name);
    ImageRequest exact = images().exact(asked);
    return asked.args().entrySet().stream()
        .filter(argument -> argument.getValue().equals(ImageRequest.NEWEST))
        .map(argument -> exact.args().get(argument.getKey()))
        .findFirst()
        .orElse(ImageRequest.NEWEST);
  }

  @Override
  public List<Release> releases(String template) {
    if (template.startsWith(KERNEL)) {
      return KernelName.STOCK.stream().map(k -> new Release(k, notes(k))).toList();
    }
    String role = template.replaceFirst("^" + GUEST_ROOT, "");
    String name = role.split(":", 2)[0];
    String argument =
        Stream.of(role.substring(name.length() + 1).split(","))
            .filter(pair -> !Template.names(pair).isEmpty())
            .map(pair -> pair.split("=", 2)[0])
            .findFirst()
            .orElseThrow();
    return images().releases(tools.roles().get(name), argument).stream()
        .map(release -> new Release(release.version(), release.notes()))
        .toList();
  }

  /** Releases of Debian have notes, backports and sid have none. */
  private static Optional<String> notes(String kernel) {
    String suite = kernel.replaceFirst("^debian:", "");
    return suite.contains("-") || suite.equals("sid")
        ? Optional.empty()
        : Optional.of("https://www.debian.org/releases/" + suite + "/releasenotes");
  }

  @Override
  public Map<String, String> packages(String role) {
    Map<String, String> packages = new LinkedHashMap<>();
    if (isRole(role)) {
      OneShot container =
          new OneShot(MEBIBYTES)
              .capabilities(List.of())
              .with("--network", "none", "--entrypoint", "dpkg-query");
      String image = images().resolveAll(List.of(request(role))).get(0).name();
      List<String> query = List.of("--show", "--showformat=${Package} ${Version}\\n");
      CommandResult said =
          tools.commands().run(container.command(image, query).within(Duration.ofMinutes(1)));
      if (said.ok()) {
        said.out().lines().map(line -> line.split(" ", 2)).forEach(p -> packages.put(p[0], p[1]));
      }
    }
    return packages;
  }

  private KernelStore kernels() {
    if (store.isEmpty()) {
      store = Optional.of(tools.kernels());
    }
    return store.get();
  }

  private ImageResolver images() {
    if (resolver.isEmpty()) {
      resolver = Optional.of(tools.images());
    }
    return resolver.get();
  }

  private static boolean isRole(String name) {
    return !name.startsWith(KERNEL) && !name.startsWith(GUEST_ROOT) && !name.equals(KVM_DEVICE);
  }

  private static KernelName kernel(String name) {
    return KernelName.parse(name.substring(KERNEL.length()));
  }

  private ImageRequest request(String name) {
    String role = name.startsWith(GUEST_ROOT) ? name.substring(GUEST_ROOT.length()) : name;
    return ImageRequest.parse(tools.roles(), role);
  }

  private Image other(String name) {
    if (name.startsWith(KERNEL)) {
      KernelName kernelName = kernel(name);
      Kernel kernel = kernels().bring(kernelName);
      OldKernels.noteUse(tools.workspace().cache(), kernelName, kernel);
      return new Image(kernel.directory().toString(), kernel.origin());
    }
    ImageRequest request = request(name);
    ResolvedImage image = images().resolveAll(List.of(request)).get(0);
    String root = tools.guestRoots().of(image.name()).toString();
    return new Image(root, origin(request, image), images().digest(image));
  }

  private static Image device(CompletableFuture<String> kvm) {
    return new Image(kvm.join(), kvm.join());
  }

  private static String origin(ImageRequest asked, ResolvedImage image) {
    String moved = asked.args().equals(image.args()) ? "" : ", " + image.args() + " for newest";
    return image.name() + " " + image.id() + moved;
  }
}
