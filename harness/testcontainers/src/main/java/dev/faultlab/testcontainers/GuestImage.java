package dev.faultlab.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ContainerConfig;
import com.github.dockerjava.api.model.Device;
import com.github.dockerjava.api.model.Image;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;
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
  private volatile ContainerConfig config;

  GuestImage(DockerImageName service) {
    this.service = service;
  }

  /** Gives a container what a guest needs. */
  void prepare(CreateContainerCmd create) {
    List<Device> devices =
        new ArrayList<>(List.of(new Device("rwm", "/dev/net/tun", "/dev/net/tun")));
    String scheme = DockerClientFactory.instance().getTransportConfig().getDockerHost().getScheme();
    if (scheme.equals("unix") && Files.exists(KVM)) {
      devices.add(new Device("rwm", KVM.toString(), KVM.toString()));
    }
    create
        .getHostConfig()
        .withCapDrop(Capability.ALL)
        .withCapAdd(Capability.NET_ADMIN)
        .withDevices(devices);
    String[] command = create.getCmd();
    if (command != null && command.length > 0) {
      List<String> words = new ArrayList<>();
      get();
      // The container's command is appended to what the service's image has.
      Stream.ofNullable(config.getEntrypoint()).flatMap(Stream::of).forEach(words::add);
      words.addAll(List.of(command));
      create.withCmd(words);
    }
  }

  @Override
  protected String resolve() {
    new RemoteDockerImage(service).get();
    DockerClient engine = DockerClientFactory.lazyClient();
    InspectImageResponse image = engine.inspectImageCmd(service.asCanonicalNameString()).exec();
    config = image.getConfig();
    String vm = Recipes.vm();
    String name =
        "faultlab/" + ROLE + ":" + digits(image) + "-" + digits(engine.inspectImageCmd(vm).exec());
    // Its own token keeps each build's stage from the others.
    String stage = UUID.randomUUID().toString();
    synchronized (GuestImage.class) {
      Map<String, byte[]> files =
          Map.of(
              "root.json", json(config).getBytes(StandardCharsets.UTF_8),
              "Dockerfile", dockerfile(stage, vm).getBytes(StandardCharsets.UTF_8));
      Recipes.image(name, ROLE, files, Map.of());
      removeStage(engine, stage);
    }
    return name;
  }

  /** Not compressed: the guest's CPU may be emulated. COPY from an image keeps owners and modes. */
  private String dockerfile(String stage, String vm) {
    return """
        FROM %1$s AS root
        FROM %2$s AS pack
        LABEL %3$s="%4$s"
        COPY --from=root / /r/
        RUN mksquashfs /r /root.sqfs -noI -noD -noF -noX -no-progress -quiet
        FROM %2$s
        COPY --from=pack /root.sqfs /vm/root.sqfs
        COPY root.json /vm/root.json
        """
        .formatted(service.asCanonicalNameString(), vm, STAGE, stage);
  }

  /** The classic builder keeps earlier stages, which hold the service's files twice. */
  private static void removeStage(DockerClient engine, String stage) {
    for (Image image :
        engine
            .listImagesCmd()
            .withDanglingFilter(true)
            .withLabelFilter(Map.of(STAGE, stage))
            .exec()) {
      engine.removeImageCmd(image.getId()).exec();
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
