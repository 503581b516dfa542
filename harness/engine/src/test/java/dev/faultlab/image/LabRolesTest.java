package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabRolesTest {
  private static final Path COMMON = Path.of("../../images/roles.yaml");

  @TempDir Path labs;

  @Test
  void aDockerfileSaysWhatItsRoleNeeds() throws IOException {
    Path lab = recipe("ARG BASE\nARG GO\nFROM ${BASE}\nARG VERSION=3.7.0\nARG GOPROXY\n");

    Files.writeString(
        lab.resolve("images/roles.yaml"),
        "roles: {client: {versions: {VERSION: 'maven:a:b:{VERSION}'}}}");
    Roles roles = Roles.read(COMMON, List.of(lab));
    Role role = roles.get("demo/client");

    assertThat(role.from()).isEqualTo(Map.of("BASE", "base", "GO", "go"));
    assertThat(role.args()).isEqualTo(Map.of("VERSION", "3.7.0"));
    assertThat(role.versions()).containsOnlyKeys("VERSION");
    assertThat(role.environment()).containsExactly("GOPROXY");
    assertThat(roles.request(Requirement.Image.parse("demo/client:VERSION=4.0.0")).args())
        .containsEntry("VERSION", "4.0.0");
  }

  private Path recipe(String dockerfile) throws IOException {
    Path recipe = Files.createDirectories(labs.resolve("demo/images/client"));
    Files.writeString(recipe.resolve("Dockerfile"), dockerfile);
    return labs.resolve("demo");
  }
}
