package shop;

import java.nio.file.Path;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The images of this project, built from what Maven has compiled. */
final class Images {
  private Images() {}

  static ImageFromDockerfile shop() {
    return new ImageFromDockerfile("shop/checkout:test", false)
        .withFileFromPath("classes", Path.of("target/classes"))
        .withFileFromPath("lib", Path.of("target/lib"))
        .withDockerfileFromBuilder(
            file ->
                file.from(System.getProperty("image.jre"))
                    .copy("lib", "/app/lib")
                    .copy("classes", "/app/classes")
                    .cmd("java", "-cp", "/app/classes:/app/lib/*", "shop.Shop"));
  }

  static ImageFromDockerfile price() {
    return new ImageFromDockerfile("shop/price:test", false)
        .withFileFromPath(".", Path.of("src/test/docker/price"))
        .withBuildArg("GO", System.getProperty("image.go"));
  }
}
