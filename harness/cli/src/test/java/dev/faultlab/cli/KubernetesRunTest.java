package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.upgrade.UpgradeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run on a cluster that is not there: a program in the place of kubectl answers from files. */
class KubernetesRunTest extends TinyLabTest {
  private static final Path RESOURCES = Path.of("src/test/resources/kubernetes");
  private static final String NODE =
      """
      {"metadata": {"name": "n%d"}, "spec": {},
       "status": {"conditions": [{"type": "Ready", "status": "True"}],
        "allocatable": {"cpu": "4", "memory": "16Gi", "ephemeral-storage": "100Gi", "pods": "110"}}}""";
  private static final String JOB =
      """
      {"metadata": {"name": "faultlab-tiny-1", "uid": "ours", "labels": {}},
       "spec": {"completions": 2}, "status": {}}""";

  private static final String ENDED_JOB =
      JOB.replace(
          "\"status\": {}",
          "\"status\": {\"conditions\": [{\"type\": \"Failed\", \"status\": \"True\"}]}");

  private Path files;

  @BeforeEach
  void cluster() throws IOException {
    files = Files.createDirectory(root.resolve("cluster"));
    Files.copy(
        RESOURCES.resolve("kubectl"), files.resolve("kubectl"), StandardCopyOption.COPY_ATTRIBUTES);
    lab.sets("KUBECTL", files.resolve("kubectl").toString());
    answer("nodes", items(NODE.formatted(1), NODE.formatted(2)));
    answer("job", JOB);
    answer("log", "trials 1/4");
  }

  private void answer(String name, String text) throws IOException {
    Files.writeString(files.resolve(name), text);
  }

  private static String items(String... items) {
    return "{\"items\": [" + String.join(",", items) + "]}";
  }

  private static String pod(int index, String job, String json) {
    return """
    {"metadata": {"name": "%s-%d", "uid": "p%2$d", "creationTimestamp": "2026-01-01T00:00:0%2$dZ",
      "labels": {"batch.kubernetes.io/job-completion-index": "%2$d"}, "ownerReferences": [{"uid": "%1$s"}]},
     "spec": {"nodeName": "n1"}, "status": %3$s}"""
        .formatted(job, index, json);
  }

  private static String ready(int index, String job) {
    return pod(
        index,
        job,
        "{\"phase\": \"Running\", \"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}");
  }

  private int run(String... more) {
    return run(0, more);
  }

  private int run(int wait, String... more) {
    List<String> words = new ArrayList<>(List.of("--entries", "10,20", "--wait", "" + wait));
    words.addAll(List.of("--on", "kubernetes", "--image", "faultlab:1"));
    words.addAll(List.of(more));
    return lab.run(words.toArray(String[]::new));
  }

  private String calls() throws IOException {
    Path calls = files.resolve("calls");
    return Files.exists(calls) ? Files.readString(calls) : "";
  }

  /** Two shards, as pods make them, and the same on one machine. */
  private RunResult shards(String job, int kept) throws IOException {
    return shards(job, kept, List.of("run", "tiny", "--full", "--entries", "10,20")).result();
  }

  private TinyLab shards(String job, int kept, List<String> words) throws IOException {
    TinyLab pods = new TinyLab(Files.createDirectory(root.resolve("pods-of-" + job)));
    second(pods);
    pods.engine()
        .answer("program count", c -> TinyLab.counted(c.get(2).equals("keeps") ? kept : 0));
    for (int i = 0; i < 2; i++) {
      pods.sets("JOB_COMPLETION_INDEX", "" + i);
      pods.sets("CI_NODE_TOTAL", "2");
      pods.sets("FAULTLAB_POD", job + "-" + i + " p" + i + " on n1");
      assertThat(pods.faultlab(with(words, "--shard", "auto"))).as(pods.err()).isZero();
      Files.move(pods.results(), files.resolve("of-" + job + "-" + i));
    }
    pods.faultlab(words);
    return pods;
  }

  private static List<String> with(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toList();
  }

  /** The same lab by another name. */
  private static void second(TinyLab lab) throws IOException {
    Path labs = lab.results().resolveSibling("labs");
    String tiny = Files.readString(labs.resolve("tiny/lab.yaml"));
    Files.writeString(
        Files.createDirectory(labs.resolve("small")).resolve("lab.yaml"),
        tiny.replace("lab: tiny", "lab: small"));
  }

  /** The only result, which is removed: names of the same second are in no order. */
  private static UpgradeResult answer(TinyLab lab) throws IOException {
    List<Path> folders = Trees.children(lab.results().resolve("upgrade"));
    assertThat(folders).hasSize(1);
    UpgradeResult result = UpgradeResult.read(folders.get(0).resolve(ResultJson.FILE));
    Trees.delete(folders.get(0));
    return result;
  }

  /** Neither lab can be split, so each pod has one. Of the second Job, a pod has failed. */
  @Test
  void podsCarryOutTheRunsOfAnUpgrade() throws IOException {
    String typed = "upgrade --from release=1 --to release=2 --labs tiny,small --quick --trials 1";
    List<String> words = List.of((typed + " --until-decided --variants keeps,forgets").split(" "));
    TinyLab whole = shards("ours", 20, words);
    second(lab);
    List<String> asked = with(words, "--on", "kubernetes", "--image", "x", "--wait", "1");
    answer("look-1", items(JOB, ready(0, "ours"), ready(1, "ours")));
    assertThat(lab.faultlab(asked)).as("%s %s", lab.err(), lab.heard()).isZero();
    UpgradeResult answer = answer(lab);
    assertThat(answer.rows().toList()).isEqualTo(answer(whole).rows().toList());
    assertThat(answer.sentence()).contains("4 still there, 4 still absent");
    assertThat(answer.labs())
        .extracting(one -> one.provenance().get("pod"))
        .containsExactly("ours-0 p0 on n1", "ours-1 p1 on n1");
    assertThat(answer.leftOut()).anyMatch(out -> out.what().equals("packages of their images"));
    assertThat(Files.readString(files.resolve("manifest")))
        .contains("CI_NODE_TOTAL, value: \"2\"")
        .contains("args: [\"shard\",\"upgrade\",\"--shard\",\"auto\",\"--from\"")
        .contains(String.join("\",\"", words.subList(1, words.size())));
    assertThat(Trees.children(lab.results().resolve("kubernetes"))).isEmpty();
    answer("jobs", items(JOB));
    answer("look-1", items(ENDED_JOB, ready(0, "ours"), pod(1, "ours", "{\"phase\": \"Failed\"}")));
    assertThat(lab.faultlab(with(asked, "--follow", "ours"))).isEqualTo(2);
    UpgradeResult followed = answer(lab);
    assertThat(followed.labs().get(0).rows()).isEqualTo(answer.labs().get(0).rows());
    assertThat(followed.labs().get(1).failure()).contains("none of these shards has a result");
    assertThat(calls()).containsPattern("jobs -l app.kubernetes.io/component=upgrade-[0-9a-f]+\n");
    assertThat(lab.faultlab(with(asked, "--locked", "x"))).isEqualTo(64);
  }

  private RunResult merged() throws IOException {
    return ResultJson.read(lab.folder().resolve(ResultJson.FILE));
  }

  /** The pods of an older Job of the same name, whose shards say the opposite, do not count. */
  @Test
  void onlyTheShardsOfThisJobAreFetchedAndMerged() throws IOException {
    RunResult whole = shards("ours", 20);
    shards("older", 0);
    answer(
        "look-1",
        items(JOB, ready(0, "older"), ready(1, "older"), ready(1, "ours"), ready(0, "ours")));
    assertThat(run(1)).as("%s %s", lab.err(), lab.heard()).isZero();
    RunResult merged = merged();
    assertThat(merged.outcomes()).isEqualTo(whole.outcomes());
    assertThat(merged.verdict()).isEqualTo(whole.verdict());
    assertThat(merged.provenance().get("pod")).contains("ours-0 p0 on n1", "ours-1 p1 on n1");
    assertThat(calls())
        .contains("exec ours-0 --container=shard -- touch /srv/taken")
        .contains("delete job faultlab-tiny-")
        .doesNotContain("exec older");
    assertThat(Trees.children(lab.results().resolve("kubernetes"))).isEmpty();
  }

  /** The first pod of a shard was deleted; then the API server does not answer for a moment. */
  @Test
  void aRepeatedShardIsAwaited() throws IOException {
    shards("ours", 20);
    answer("look-1", items(JOB, pod(0, "ours", "{\"phase\": \"Failed\"}"), ready(1, "ours")));
    answer("look-2.err", "the server is currently unable to handle the request");
    answer("look-3", items(JOB, ready(0, "ours"), pod(1, "ours", "{\"phase\": \"Succeeded\"}")));
    assertThat(run(5)).as("%s %s", lab.err(), lab.heard()).isZero();
    assertThat(merged().points()).hasSize(8);
  }

  @Test
  void aShardThatFailedLeavesTheRunInconclusive() throws IOException {
    shards("ours", 20);
    answer("look-1", items(ENDED_JOB, ready(0, "ours"), pod(1, "ours", "{\"phase\": \"Failed\"}")));
    answer("log", "faultlab: lab tiny has no variant 'nosuch'");
    assertThat(run()).isEqualTo(2);
    assertThat(merged().obstacles().get(0).message()).contains("shard 2/2 is missing");
    assertThat(lab.heard())
        .anyMatch(l -> l.contains("shard 2/2 failed on n1: faultlab: lab tiny has no variant"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nodes.err | The connection to the server 127.0.0.1:1 was refused | was refused",
        "nodes | {'items': []} | no node takes pods",
        "nodes | {'items': [{'status': {'conditions': [{'type': 'Ready', 'status': 'Unknown'}]}}]} | no node takes pods",
        "nodes | SMALL | no node has room for a shard",
        "quotas | {'items': [{'metadata': {'name': 'few'}, 'status': {'hard': {'requests.cpu': '2'}, 'used': {'requests.cpu': '900m'}}}]} | quota few",
        "dry-run.err | Warning: would violate PodSecurity 'baseline:latest': privileged | pod-security.kubernetes.io/enforce=privileged",
        "dry-run.err | error: jobs.batch is forbidden: User 'x' cannot create | cannot create",
      })
  void whatTheClusterCannotDoIsSaidBeforeAnythingIsCreated(String name, String text, String why)
      throws IOException {
    answer(
        name,
        text.replace("SMALL", items(NODE.formatted(1).replace("16Gi", "1Gi"))).replace('\'', '"'));
    if (name.equals("nodes.err")) {
      Files.delete(files.resolve("nodes"));
    }
    if (text.startsWith("Warning")) {
      answer("dry-run", "job.batch/x created (server dry run)");
    }
    assertThat(run()).as(lab.err()).isEqualTo(69);
    assertThat(lab.err()).contains(why);
    assertThat(calls()).doesNotContain("create -f").doesNotContain("delete");
  }

  @Timeout(60)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'phase': 'Pending', 'conditions': [{'type': 'PodScheduled', 'status': 'False', 'reason': 'Unschedulable', 'message': '0/2 nodes: Insufficient cpu'}]} | waits for a node: 0/2 nodes: Insufficient cpu",
        "{'phase': 'Pending', 'containerStatuses': [{'state': {'waiting': {'reason': 'ErrImagePull', 'message': 'no such host'}}}]} | cannot start: ErrImagePull: no such host",
        "{'phase': 'Failed'} | failed on n1: trials 1/4",
        "{'phase': 'Succeeded'} | no shard has a result",
        " | has no pods: exceeded quota",
      })
  void aRunOfWhichNothingComesGivesUpAndRemovesItsJob(String json, String why) throws IOException {
    answer("events", "exceeded quota");
    answer(
        "look-1", json == null ? items(JOB) : items(JOB, pod(0, "ours", json.replace('\'', '"'))));
    assertThat(run()).isEqualTo(69);
    assertThat(lab.err()).contains("no shard has a result", why);
    assertThat(calls()).contains("delete job faultlab-tiny-");
    assertThat(lab.results().resolve("tiny")).doesNotExist();
  }

  @Test
  void aLostNodeIsNamedWithWhatFreesItsShard() throws IOException {
    String gone =
        pod(0, "ours", "{\"phase\": \"Running\"}")
            .replace("\"uid\": \"p0\"", "\"deletionTimestamp\": \"2026-01-01T00:01:00Z\"");
    answer("look-1", items(JOB, gone));
    Files.writeString(files.resolve("node"), "Unknown");
    assertThat(run("--keep")).isEqualTo(69);
    assertThat(lab.heard()).anyMatch(line -> line.contains("kubectl delete node n1"));
    assertThat(calls()).doesNotContain("delete");
  }

  /** Fetched shards stay until they are merged, and are not fetched again. */
  @Test
  void aJobThatIsThereIsFollowed() throws IOException {
    shards("ours", 20);
    answer("jobs", items(JOB));
    answer("look-1", items(JOB, ready(0, "ours"), ready(1, "ours")));
    assertThat(run("--follow", "nosuch")).isEqualTo(69);
    assertThat(run("--follow", "ours")).as(lab.err()).isZero();
    assertThat(calls()).doesNotContain("create").contains("delete job");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--on nomad                               | expected kubernetes",
        "--on kubernetes --image x --shard 1/2    | goes with none of",
        "--on kubernetes --image x --dry-run      | give --nodes",
        "--on kubernetes --image x --nodes 0      | expected a number from 1",
        "--on kubernetes                          | harness/dist/image",
        "--nodes 2                                | --on",
      })
  void wrongUsage(String words, String why) throws IOException {
    assertThat(lab.run(words.split(" "))).isEqualTo(64);
    assertThat(lab.err()).contains(why);
    assertThat(calls()).isEmpty();
  }

  @Test
  void withoutKubectlItSaysWhatHelps() {
    lab.sets("KUBECTL", "/nowhere/kubectl");
    assertThat(run()).isEqualTo(69);
    assertThat(lab.err()).contains("install kubectl");
  }

  /** Read against the schema of the API that runs it. */
  @Test
  void theManifestFollowsFromThePlan() throws IOException {
    assertThat(run("--dry-run", "--nodes", "3", "--variants", "keeps,forgets", "--trials", "1"))
        .as(lab.err())
        .isZero();
    Path file = Files.writeString(root.resolve("job.yaml"), lab.out());
    JsonNode job = YamlTree.checked(file, "/kubernetes/job-batch-v1.json").json();
    JsonNode pod = job.at("/spec/template/spec");
    assertThat(pod.at("/containers/0/env/0/value").asText())
        .isEqualTo(job.at("/spec/completions").asText());
    assertThat(pod.path("automountServiceAccountToken").asText()).isEqualTo("false");
    List<String> privileged = new ArrayList<>();
    for (String kind : List.of("initContainers", "containers")) {
      for (JsonNode container : pod.path(kind)) {
        assertThat(container.at("/resources/limits").size()).isEqualTo(3);
        if (container.at("/securityContext/privileged").asText().equals("true")) {
          privileged.add(container.path("name").asText());
        }
      }
    }
    assertThat(privileged).containsExactly("engine");
    assertThat(pod.at("/initContainers/0/command/0").asText()).isEqualTo("dockerd");
    assertThat(pod.at("/containers/0/args").toString())
        .isEqualTo(
            "[\"shard\",\"run\",\"tiny\",\"--shard\",\"auto\",\"--full\",\"--variants\",\"keeps,forgets\",\"--entries\",\"10,20\",\"--trials\",\"1\"]");
    assertThat(calls()).isEmpty();
  }
}
