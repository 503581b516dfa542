package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeKeyTest {
  @TempDir private Path directory;

  /** Of every image that is named. */
  private String id = "sha256:1";

  @Test
  void twoClonesWithTheSameRecipeAgree() throws IOException {
    assertThat(key(clone("one"), "child", Map.of()))
        .isEqualTo(key(clone("two"), "child", Map.of()));
  }

  @Test
  void anArgumentAFileAFileModeAndAParentEachMakeAnotherImage() throws IOException {
    Path clone = clone("clone");
    String before = key(clone, "child", Map.of());
    assertThat(key(clone, "child", Map.of("V", "2"))).isNotEqualTo(before);

    Path script = clone.resolve("images/child/start");
    Files.writeString(script, "#!/bin/sh\n");
    String withFile = key(clone, "child", Map.of());
    assertThat(withFile).isNotEqualTo(before);

    assertThat(script.toFile().setExecutable(true)).isTrue();
    String executable = key(clone, "child", Map.of());
    assertThat(executable).isNotEqualTo(withFile);

    Files.writeString(clone.resolve("images/parent/Dockerfile"), "FROM scratch\nUSER 1\n");
    assertThat(key(clone, "child", Map.of())).isNotEqualTo(executable);
  }

  @Test
  void whatIsCarriedCountsOnlyWhereItIsCarried() throws IOException {
    Path clone = clone("clone");
    String parent = key(clone, "parent", Map.of());
    String keyWithoutCertificates = key(clone, "lonely", Map.of());
    Path certificates = Files.createDirectories(directory.resolve("certificates"));
    Files.writeString(certificates.resolve("corporate.crt"), "certificate");
    assertThat(key(clone, "parent", Map.of())).isNotEqualTo(parent);
    assertThat(key(clone, "lonely", Map.of())).isEqualTo(keyWithoutCertificates);
    Path thing = Files.createDirectories(clone.resolve("cures/thing")).resolve("thing.go");
    Files.writeString(thing, "package thing\n");
    assertThat(key(clone, "lonely", Map.of())).isNotEqualTo(keyWithoutCertificates);
  }

  @Test
  void aNamedParentCountsByItsIdAndNotByItsName() throws IOException {
    Path clone = clone("clone");
    Files.writeString(
        clone.resolve("images/roles.yaml"),
        """
        roles:
          parent: { official: "acme/parent:{V}", args: { V: 1 } }
          child: { args: { V: 1 }, from: { PARENT: parent } }
        """);
    String version = key(clone, "child", Map.of());
    String today = key(clone, "child", Map.of("V", "image:acme/mine:latest"));
    assertThat(today).isNotEqualTo(version);
    assertThat(key(clone, "child", Map.of("V", "image:acme/mine:1"))).isEqualTo(today);
    id = "sha256:2";
    assertThat(key(clone, "child", Map.of("V", "image:acme/mine:latest"))).isNotEqualTo(today);
  }

  private String key(Path clone, String role, Map<String, String> args) {
    Roles roles = Roles.read(clone.resolve("images/roles.yaml"), List.of());
    return new RecipeKey(clone, roles, directory.resolve("certificates"), name -> id)
        .of(ImageRequest.of(roles.get(role), args));
  }

  private Path clone(String name) throws IOException {
    Path clone = directory.resolve(name);
    for (String role : new String[] {"parent", "child", "lonely"}) {
      Path recipe = Files.createDirectories(clone.resolve("images").resolve(role));
      Files.writeString(recipe.resolve("Dockerfile"), "FROM scratch\n");
    }
    Files.writeString(
        clone.resolve("images/roles.yaml"),
        """
        roles:
          parent: { carry: [ca-certificates] }
          child: { args: { V: 1 }, from: { PARENT: parent } }
          lonely: { carry: [cures/thing] }
        """);
    return clone;
  }
}
