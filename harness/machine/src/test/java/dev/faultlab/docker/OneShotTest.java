package dev.faultlab.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneShotTest {
  private static final String OWN_LABEL = Labels.OWNER + "=" + Owner.current().label();

  @Test
  void everyContainerHasLimitsAndLabels() {
    assertThat(new OneShot(64).named("one").command("image:1", List.of()))
        .hasToString(
            "docker run --rm --name one --label faultlab.run=none --label "
                + OWN_LABEL
                + " --memory 64m --pids-limit 2048 --security-opt no-new-privileges:true image:1");
  }

  @Test
  void whatIsAskedForComesBeforeTheImage() {
    assertThat(
            new OneShot(64, "run-1")
                .capabilities(List.of("KILL"))
                .readOnly(Path.of("/a"), "/b")
                .mount(Path.of("/c"), "/d")
                .env("NAME", "value")
                .with("--network", "none")
                .command("image:1", List.of("sh", "-c", "true"))
                .toString())
        .contains("faultlab.run=run-1", OWN_LABEL)
        .endsWith(
            " --cap-drop ALL --cap-add KILL --volume /a:/b:ro --volume /c:/d --env NAME=value"
                + " --network none image:1 sh -c true");
  }
}
