package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageRequestTest {
  @TempDir private Path directory;
  private Roles roles;

  @BeforeEach
  void declareRoles() throws IOException {
    Path file = directory.resolve("roles.yaml");
    Files.writeString(
        file,
        """
        roles:
          jre: { variable: "JRE_{JDK}_IMAGE", official: "acme/jre:{JDK}", args: { JDK: 17, SIZE: s } }
          guest: { args: { JDK: 17 }, from: { JRE: jre } }
          client: { args: { RELEASE: 1 }, from: { JRE: jre } }
          library: { args: { NAME: axios, VERSION: 1.7.0 } }
        """);
    roles = Roles.read(file, List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "registry.example/jre:25-vendor",
        "registry.example:5000/team/jre:25-vendor",
        "acme/jre",
        "jre:25",
        "registry.example/jre@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "localhost:5000/jre:1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      })
  void anImageMayTakeThePlaceOfAVersion(String name) {
    ImageRequest request =
        roles.request(Requirement.Image.parse("jre:JDK=image:" + name + ",SIZE=m"));
    assertThat(request.named()).contains(name);
    assertThat(request.args()).containsEntry("SIZE", "m");
    assertThat(request.variable()).isEmpty();
    assertThat(roles.request(request.requirement())).isEqualTo(request);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jre:JDK=image:",
        "jre:JDK=image:--privileged",
        "jre:JDK=image:Acme/Jre",
        "jre:JDK=image:jre@sha256:12",
        "jre:JDK=image:jre;rm",
        "jre:JDK=docker:jre",
        "jre:VERSION=1",
        "jdk",
        "library:NAME=@aws-sdk/client-s3;rm",
        "library:VERSION=@aws-sdk/client-s3",
      })
  void whatIsNeitherAVersionNorAnImageIsRefused(String text) {
    assertThatThrownBy(() -> roles.request(Requirement.Image.parse(text)))
        .isInstanceOf(NoSuchImageException.class);
  }

  @Test
  void aPackageMayBeOfAnOrganisation() {
    ImageRequest request =
        roles.request(Requirement.Image.parse("library:NAME=@aws-sdk/client-s3,VERSION=3.1.0"));
    assertThat(request.args()).containsEntry("NAME", "@aws-sdk/client-s3");
  }

  @Test
  void theRoleThatIsPulledByTheArgumentIsFilledAndTheOneBuiltFromItIsBuilt() {
    ImageRequest guest = roles.request(Requirement.Image.parse("guest:JDK=image:acme/mine:1"));
    assertThat(guest.named()).isEmpty();
    assertThat(guest.parent(roles.get("jre")).named()).contains("acme/mine:1");
    assertThat(guest.buildArguments()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"client:RELEASE=image:acme/mine:1", "jre:SIZE=image:acme/mine:1"})
  void anImageIsRefusedWhereNothingCanTakeIt(String text) {
    assertThatThrownBy(() -> roles.request(Requirement.Image.parse(text)))
        .isInstanceOf(NoSuchImageException.class)
        .hasMessageContaining("accepts no image for");
  }
}
