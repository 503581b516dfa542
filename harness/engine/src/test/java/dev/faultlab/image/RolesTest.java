package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolesTest {
  @TempDir private Path directory;

  @Test
  void readsVersionsAsTheyAreWritten() throws IOException {
    Roles roles =
        read(
            """
            roles:
              k6:
                variable: K6_{V}_IMAGE
                official: acme/k6:{V}
                args: { V: 1.10 }
                default: [{}, { V: 2.0.0 }]
            """);
    assertThat(roles.defaults())
        .extracting(ImageRequest::official)
        .containsExactly(Optional.of("acme/k6:1.10"), Optional.of("acme/k6:2.0.0"));
    assertThat(roles.defaults().get(0).variable()).contains("K6_1_10_IMAGE");
    assertThat(roles.get("k6").recipe()).isEqualTo("images/k6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "roles:\\n  a:\\n    oficial: x:1        | :3: .*oficial",
        "roles:\\n  a: [\\n                      | :\\d+: ",
        "roles:\\n  a:                           | role a declares nothing",
        "roles:\\n  a: {from: {B: b}}            | no such role: b",
        "roles:\\n  a: {from: {A: a}}            | circle",
        "roles:\\n  a: {official: 'x:{V}'}       | names \\{V\\}",
        "roles:\\n  a: {default: [{V: 1}]}       | no argument V",
        "roles:\\n  a: {versions: {V: 'go:x'}}    | go:MODULE@VERSION",
        "roles:\\n  a: {versions: {V: 'go:x@{V}'}}| no argument V",
        "roles:\\n  a: {carry: [secrets]}        | carries \\[secrets\\]",
        "roles:\\n  a: {carry: [../secrets]}     | carries \\[../secrets\\]",
      })
  void whatMakesNoSenseIsToldWithItsPlace(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml.replace("\\n", "\n")))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("roles.yaml")
        .hasMessageMatching("(?s).*" + message.strip() + ".*");
  }

  @Test
  void theDeclarationOfThisRepositoryIsSoundAndEveryRoleHasItsRecipe() {
    Path root = Path.of("../..").toAbsolutePath().normalize();
    Roles roles = Roles.read(root.resolve("images/roles.yaml"), List.of());
    assertThat(roles.names()).contains("base", "jre", "coredns", "k6", "netshoot");
    RecipeKey keys = new RecipeKey(root, roles, directory, name -> name);
    for (String name : roles.names()) {
      Role role = roles.get(name);
      Path recipe = root.resolve(role.recipe());
      assertThat(Files.exists(recipe.resolve("Dockerfile")))
          .as("%s has a Dockerfile, or a program called build", name)
          .isNotEqualTo(Files.isExecutable(recipe.resolve("build")));
      assertThat(keys.of(ImageRequest.of(role, Map.of()))).hasSize(16);
    }
  }

  /** Jackson's reader follows no alias, and has an end to what may be nested. */
  @Test
  void neitherAliasesNorDepthOverflowAnything() {
    String deep = "roles: " + "{a: ".repeat(5_000) + "1" + "}".repeat(5_000);
    for (String yaml : List.of("roles: &a\n  k6: *a\n", deep)) {
      assertThatThrownBy(() -> read(yaml))
          .isInstanceOf(ImageException.class)
          .hasMessageMatching("(?s).*roles.yaml:[12]: .*");
    }
  }

  private Roles read(String yaml) throws IOException {
    return Roles.read(Files.writeString(directory.resolve("roles.yaml"), yaml), List.of());
  }
}
