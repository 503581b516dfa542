package dev.faultlab.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.YamlTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The manifest, which is read against the schema of the API that runs it; no cluster is needed. */
class KubernetesJobTest {
  private static final JsonNode JOB =
      YamlTree.checked(Path.of("../../adapters/kubernetes.yaml"), "/kubernetes/job-batch-v1.json")
          .json();
  private static final JsonNode POD = JOB.at("/spec/template/spec");

  @Test
  void asManyPodsAsShards() {
    JsonNode total = POD.at("/containers/0/env/0");
    assertThat(total.path("name").asText()).isEqualTo("CI_NODE_TOTAL");
    assertThat(total.path("value").asText()).isEqualTo(JOB.at("/spec/completions").asText());
  }

  @Test
  void thePodHasNoTokenOfTheCluster() {
    assertThat(POD.path("automountServiceAccountToken").asText()).isEqualTo("false");
  }

  @Test
  void onlyTheEngineIsPrivilegedAndEveryContainerHasLimits() {
    for (String kind : List.of("initContainers", "containers")) {
      for (JsonNode container : POD.path(kind)) {
        String name = container.path("name").asText();
        assertThat(container.at("/securityContext/privileged").asText("false"))
            .as(name)
            .isEqualTo(name.equals("engine") ? "true" : "false");
        assertThat(container.at("/resources/limits").size()).as(name).isGreaterThanOrEqualTo(2);
      }
    }
  }
}
