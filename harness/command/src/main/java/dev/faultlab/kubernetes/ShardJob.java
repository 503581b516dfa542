package dev.faultlab.kubernetes;

import dev.faultlab.files.Json;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Value;
import dev.faultlab.shard.ShardNumber;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The manifest of a run.
 *
 * @param label identifies the lab or question
 * @param words the command line of a pod
 */
record ShardJob(String label, String image, List<String> words) {
  static final String NAME_LABEL = "app.kubernetes.io/instance";
  static final String ASKED_LABEL = "app.kubernetes.io/component";

  /**
   * Fills in the manifest.
   *
   * @param parallel how many pods run at the same time
   * @param stacks MiB for the stacks of a shard
   */
  String manifest(String name, int shards, int parallel, int stacks) throws IOException {
    Map<String, Object> values =
        Map.of(
            "NAME", name,
            "ASKED", label,
            "IMAGE", image,
            "SHARDS", shards,
            "PARALLEL", parallel,
            "ENGINE_MEMORY", stacks + Capacity.ENGINE_MIB + "Mi",
            "STACKS_MEMORY", stacks + "m",
            "ARGS", words);
    try (InputStream in = ShardJob.class.getResourceAsStream("job.yaml")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, Object> value : values.entrySet()) {
        text =
            text.replace(
                "@" + value.getKey() + "@", Json.MAPPER.writeValueAsString(value.getValue()));
      }
      return text;
    }
  }

  /** The command line of a pod that plans what was planned here, with exact versions. */
  static List<String> words(Plan plan, Choices choices) {
    Lab lab = plan.lab();
    List<String> words =
        new ArrayList<>(List.of("shard", "run", lab.name(), "--shard", ShardNumber.AUTO));
    words.add(choices.form().quick() ? "--quick" : "--full");
    if (!choices.variants().isEmpty()) {
      words.addAll(List.of("--variants", String.join(",", choices.variants())));
    }
    for (String name : choices.given().keySet()) {
      if (name.equals(Lab.UNTIL_DECIDED)) {
        words.add("--until-decided");
      } else {
        words.add("--" + lab.parameters().get(name).option());
        words.add(Value.text(plan.parameters().get(name)));
      }
    }
    return words;
  }
}
