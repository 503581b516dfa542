package dev.faultlab.cli;

import dev.faultlab.image.ImageException;
import dev.faultlab.image.ImageRequest;
import dev.faultlab.image.ResolvedImage;
import dev.faultlab.kernel.Kernel;
import dev.faultlab.kernel.KernelName;
import dev.faultlab.kernel.KernelStore;
import dev.faultlab.run.ImageSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run is made of, by the names that lab.yaml uses: images by role, {@code kernel:NAME} for a
 * kernel's directory, {@code guest-root:ROLE} for an image's files as a guest starts from them,
 * {@code kvm-device} for the device that makes guests quick.
 */
final class RoleImages implements ImageSource {
  private static final String KERNEL = "kernel:";
  private static final String GUEST_ROOT = "guest-root:";
  private static final String KVM_DEVICE = "kvm-device";

  private final Toolbox tools;
  private Optional<KernelStore> kernels = Optional.empty();

  RoleImages(Toolbox tools) {
    this.tools = tools;
  }

  /** One store, which asks for a moving name once; made when a kernel is wanted. */
  private KernelStore kernels() {
    KernelStore store = kernels.orElseGet(tools::kernels);
    kernels = Optional.of(store);
    return store;
  }

  @Override
  public Map<String, Image> resolve(Collection<String> wanted) {
    Map<String, Image> byName = new LinkedHashMap<>();
    List<String> roles = wanted.stream().filter(RoleImages::isRole).toList();
    List<ResolvedImage> images =
        tools
            .images()
            .resolveAll(
                roles.stream().map(name -> ImageRequest.parse(tools.roles(), name)).toList());
    for (int i = 0; i < roles.size(); i++) {
      byName.put(roles.get(i), new Image(images.get(i).name(), origin(images.get(i))));
    }
    wanted.stream().filter(name -> !isRole(name)).forEach(name -> byName.put(name, other(name)));
    return byName;
  }

  /**
   * Whether a name can be resolved at all, without resolving it.
   *
   * @throws ImageException when a role, an argument or the name of a kernel is not known
   */
  void check(String name) {
    if (name.startsWith(KERNEL)) {
      kernels().requireDeclared(KernelName.parse(name.substring(KERNEL.length())));
    } else if (!name.equals(KVM_DEVICE)) {
      String role = name.startsWith(GUEST_ROOT) ? name.substring(GUEST_ROOT.length()) : name;
      ImageRequest.parse(tools.roles(), role);
    }
  }

  private static boolean isRole(String name) {
    return !name.startsWith(KERNEL) && !name.startsWith(GUEST_ROOT) && !name.equals(KVM_DEVICE);
  }

  private Image other(String name) {
    if (name.startsWith(KERNEL)) {
      Kernel kernel = kernels().bring(KernelName.parse(name.substring(KERNEL.length())));
      return new Image(kernel.directory().toString(), kernel.origin());
    }
    if (name.startsWith(GUEST_ROOT)) {
      ImageRequest request = ImageRequest.parse(tools.roles(), name.substring(GUEST_ROOT.length()));
      ResolvedImage image = tools.images().resolveAll(List.of(request)).get(0);
      return new Image(tools.guestRoots().of(image.name()).toString(), origin(image));
    }
    return new Image(tools.kvmDevice(), tools.kvmDevice());
  }

  private static String origin(ResolvedImage image) {
    return image.name() + " " + image.id();
  }
}
