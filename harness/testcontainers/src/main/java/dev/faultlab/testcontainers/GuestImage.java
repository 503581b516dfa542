package dev.faultlab.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ContainerConfig;
import com.github.dockerjava.api.model.Device;
import com.github.dockerjava.api.model.Image;
import dev.faultlab.guest.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.LazyFuture;

/**
 * An image that starts a service in a guest: the vm image with the files of the service's image as
 * one squashfs. Built once for each content, and kept by the engine.
 */
final class GuestImage extends LazyFuture<String> {
  private static final String ROLE = "guest-on-vm";
  private static final Path KVM = Path.of("/dev/kvm");
  private static final String STAGE = "faultlab.stage";

  private final DockerImageName service;

  GuestImage(DockerImageName service) {
    this.service = service;
  }

  /** Of the service's image: a container's command is appended to it. */
  private List<String> entrypoint() {
    get();
    String[] words =
        DockerClientFactory.lazyClient()
            .inspectImageCmd(service.asCanonicalNameString())
            .exec()
            .getConfig()
            .getEntrypoint();
    return words == null ? List.of() : List.of(words);
  }

  /** Gives a container what a guest needs. */
  void prepare(CreateContainerCmd create) {
    List<Device> devices = new ArrayList<>();
    devices.add(new Device("rwm", "/dev/net/tun", "/dev/net/tun"));
    if (isLocal() && Files.exists(KVM)) {
      devices.add(new Device("rwm", KVM.toString(), KVM.toString()));
    }
    create
        .getHostConfig()
        .withCapDrop(Capability.ALL)
        .withCapAdd(Capability.NET_ADMIN)
        .withDevices(devices);
    String[] command = create.getCmd();
    if (command != null && command.length > 0) {
      List<String> words = new ArrayList<>(entrypoint());
      words.addAll(List.of(command));
      create.withCmd(words);
    }
  }

  private static boolean isLocal() {
    return DockerClientFactory.instance()
        .getTransportConfig()
        .getDockerHost()
        .getScheme()
        .equals("unix");
  }

  @Override
  protected String resolve() {
    new RemoteDockerImage(service).get();
    DockerClient engine = DockerClientFactory.lazyClient();
    InspectImageResponse image = engine.inspectImageCmd(service.asCanonicalNameString()).exec();
    String vm = Recipes.vm();
    String name =
        "faultlab/" + ROLE + ":" + digits(image) + "-" + digits(engine.inspectImageCmd(vm).exec());
    Recipes.used(name, ROLE);
    synchronized (GuestImage.class) {
      if (!Recipes.here(name)) {
        buildAlone(engine, name, image.getConfig(), vm);
      }
    }
    return name;
  }

  /** Another JVM's build must not lose the stage that is removed here: both share it. */
  private void buildAlone(DockerClient engine, String name, ContainerConfig config, String vm) {
    Path lock = UserCache.of(System.getenv()).resolve("locks").resolve("guest-images");
    try {
      Files.createDirectories(lock.getParent());
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock held = channel.lock()) {
        if (!Recipes.here(name)) {
          build(name, config, vm);
          removeStage(engine, name);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + lock, e);
    }
  }

  private void build(String name, ContainerConfig config, String vm) {
    new ImageFromDockerfile(name, false)
        .withFileFromTransferable("root.json", Transferable.of(json(config)))
        .withFileFromTransferable("Dockerfile", Transferable.of(dockerfile(name, vm)))
        .withBuildImageCmdModifier(build -> build.withLabels(Map.of("faultlab.image", name)))
        .get();
  }

  /** Not compressed: the guest's CPU may be emulated. COPY from an image keeps owners and modes. */
  private String dockerfile(String name, String vm) {
    return String.join(
        "\n",
        "FROM " + service.asCanonicalNameString() + " AS root",
        "FROM " + vm + " AS pack",
        "LABEL " + STAGE + "=\"" + name + "\"",
        "COPY --from=root / /r/",
        "RUN mksquashfs /r /root.sqfs -noI -noD -noF -noX -no-progress -quiet",
        "FROM " + vm,
        "COPY --from=pack /root.sqfs /vm/root.sqfs",
        "COPY root.json /vm/root.json",
        "");
  }

  /** The classic builder keeps earlier stages, which hold the service's files twice. */
  private static void removeStage(DockerClient engine, String name) {
    for (Image stage :
        engine
            .listImagesCmd()
            .withDanglingFilter(true)
            .withLabelFilter(Map.of(STAGE, name))
            .exec()) {
      engine.removeImageCmd(stage.getId()).exec();
    }
  }

  private static String digits(InspectImageResponse image) {
    return image.getId().replace("sha256:", "").substring(0, 12);
  }

  /** What the vm program reads of {@code docker image inspect}. */
  static String json(ContainerConfig config) {
    List<String> entries = new ArrayList<>();
    list(entries, "Entrypoint", config.getEntrypoint());
    list(entries, "Cmd", config.getCmd());
    list(entries, "Env", config.getEnv());
    entries.add("\"WorkingDir\":" + text(config.getWorkingDir()));
    entries.add("\"User\":" + text(config.getUser()));
    return "{" + String.join(",", entries) + "}";
  }

  private static void list(List<String> entries, String key, String[] values) {
    if (values != null) {
      entries.add("\"%s\":%s".formatted(key, Stream.of(values).map(GuestImage::text).toList()));
    }
  }

  private static String text(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : (value == null ? "" : value).toCharArray()) {
      out.append(c < ' ' || c == '"' || c == '\\' ? "\\u%04x".formatted((int) c) : c);
    }
    return out.append('"').toString();
  }
}
