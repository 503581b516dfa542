package dev.faultlab.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The manifest against the schema of the API that runs it; no cluster is needed. */
class KubernetesJobTest {
  private static final Path MANIFEST = Path.of("../../adapters/kubernetes.yaml");
  private static final String SCHEMA = "/kubernetes/job-batch-v1.json";

  @TempDir private Path folder;

  @Test
  void theApiKnowsEveryFieldOfIt() {
    assertThatCode(() -> YamlTree.checked(MANIFEST, SCHEMA)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "completionMode: Indexed, completionMode: {}",
    "backoffLimitPerIndex, backoffLimitPerindex",
    "completions: 4, completions: four",
    "restartPolicy: Never, restartPolice: Never"
  })
  void aWrongFieldWouldBeSeen(String right, String wrong) throws IOException {
    Path broken = folder.resolve("job.yaml");
    Files.writeString(broken, Files.readString(MANIFEST).replace(right, wrong));
    assertThatThrownBy(() -> YamlTree.checked(broken, SCHEMA)).isInstanceOf(LabException.class);
  }

  @Test
  void asManyPodsAsShards() {
    JsonNode job = YamlTree.checked(MANIFEST, SCHEMA).json();
    JsonNode total = job.at("/spec/template/spec/containers/0/env/0");
    assertThat(total.path("name").asText()).isEqualTo("CI_NODE_TOTAL");
    assertThat(total.path("value").asText()).isEqualTo(job.at("/spec/completions").asText());
  }

  @Test
  void thePodHasNoTokenOfTheCluster() {
    JsonNode pod = YamlTree.checked(MANIFEST, SCHEMA).json().at("/spec/template/spec");
    assertThat(pod.path("automountServiceAccountToken").asText()).isEqualTo("false");
  }

  @Test
  void onlyTheEngineIsPrivilegedAndEveryContainerHasLimits() {
    JsonNode pod = YamlTree.checked(MANIFEST, SCHEMA).json().at("/spec/template/spec");
    for (String kind : List.of("initContainers", "containers")) {
      for (JsonNode container : pod.path(kind)) {
        String name = container.path("name").asText();
        assertThat(container.at("/securityContext/privileged").asText("false"))
            .as(name)
            .isEqualTo(name.equals("engine") ? "true" : "false");
        assertThat(container.at("/resources/limits").size()).as(name).isGreaterThanOrEqualTo(2);
      }
    }
  }
}
