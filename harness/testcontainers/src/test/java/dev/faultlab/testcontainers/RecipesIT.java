package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.utility.DockerImageName;

/** The images that are built from the jar: here with the base image of our own recipe. */
class RecipesIT {
  @BeforeEach
  void withoutABuiltVm() {
    BuiltImages.use();
    System.clearProperty("faultlab.image.vm");
  }

  @AfterEach
  void restore() {
    BuiltImages.use();
  }

  @Test
  void theProgramThatRunsGuestsIsBuiltOnceFromTheJar() {
    String image = Recipes.vm();
    assertThat(image).startsWith("faultlab/vm:");
    assertThat(Recipes.here(image)).isTrue();
    try (GenericContainer<?> vm =
        new GenericContainer<>(DockerImageName.parse(image))
            .withLabels(Sidecars.labels())
            .withCommand("--help")
            .withStartupCheckStrategy(new OneShotStartupCheckStrategy())) {
      vm.start();
      assertThat(vm.getLogs()).contains("vm exec -- COMMAND");
    }
    assertThat(
            DockerClientFactory.lazyClient().inspectImageCmd(image).exec().getConfig().getLabels())
        .containsEntry("faultlab.image", image);
    assertThat(Recipes.vm()).isEqualTo(image);
  }
}
