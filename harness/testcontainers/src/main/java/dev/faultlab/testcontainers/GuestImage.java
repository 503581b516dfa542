package dev.faultlab.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.model.ContainerConfig;
import com.github.dockerjava.api.model.Image;
import dev.faultlab.guest.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
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
  private static final String STAGE = "faultlab.stage";

  private final DockerImageName service;

  GuestImage(DockerImageName service) {
    this.service = service;
  }

  /** The image's entrypoint, which a container's command is appended to. */
  List<String> entrypoint() {
    get();
    String[] words =
        DockerClientFactory.lazyClient()
            .inspectImageCmd(service.asCanonicalNameString())
            .exec()
            .getConfig()
            .getEntrypoint();
    return words == null ? List.of() : List.of(words);
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
    StringJoiner all = new StringJoiner(",", "{", "}");
    add(all, "Entrypoint", config.getEntrypoint());
    add(all, "Cmd", config.getCmd());
    add(all, "Env", config.getEnv());
    add(all, "WorkingDir", config.getWorkingDir());
    add(all, "User", config.getUser());
    return all.toString();
  }

  private static void add(StringJoiner all, String key, String[] values) {
    if (values != null) {
      StringJoiner list = new StringJoiner(",", "[", "]");
      for (String value : values) {
        list.add(text(value));
      }
      all.add(text(key) + ":" + list);
    }
  }

  private static void add(StringJoiner all, String key, String value) {
    if (value != null) {
      all.add(text(key) + ":" + text(value));
    }
  }

  private static String text(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
