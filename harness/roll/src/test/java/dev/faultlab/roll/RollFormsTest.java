package dev.faultlab.roll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Json;
import dev.faultlab.image.Roles;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.roll.RollStack.Status;
import dev.faultlab.stack.StackIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every declaration below {@code rolls/}. */
class RollFormsTest {
  private static final Path ROLLS = Path.of("../../rolls");
  private static final Path GUESTS = ROLLS.resolve("kafka-kernel");
  private static final StackIdentity IDENTITY =
      new StackIdentity("run", "owner", "stack", "198.18.7");

  static Stream<Path> folders() {
    Stream<Path> ours = RollForm.names(ROLLS).stream().map(ROLLS::resolve);
    return Stream.concat(ours, Stream.of(Path.of("../../examples/roll-orders")))
        .filter(folder -> !folder.equals(GUESTS));
  }

  @Test
  void thereAreSome() {
    assertThat(folders()).hasSizeGreaterThan(3);
  }

  @ParameterizedTest
  @MethodSource("folders")
  void isWhole(Path folder) {
    RollForm form = RollForm.read(folder);
    assertThat(form.nodes().least()).isBetween(2, form.nodes().usual());
    assertThat(form.known())
        .isNotEmpty()
        .allSatisfy(known -> assertThat(known.source()).matches("https://.*|README.md"))
        .anySatisfy(known -> assertThat(known.appears()).isNotEmpty())
        .anySatisfy(known -> assertThat(known.appears()).isEmpty());
    for (RollForm.Known known : form.known()) {
      Map<Age, String> of = Map.of(Age.OLD, known.from(), Age.NEW, known.to());
      RollQuestion asked = new RollQuestion("", form, of, Map.of(), 3, 0, 1, false, false, "", 1);
      assertThat(asked.repeats(known)).isEqualTo(!known.with().matches(".*(history|setting).*"));
    }
    Roles roles = Roles.read(Path.of("../../images/roles.yaml"), List.of(folder));
    form.beside().values().forEach(i -> roles.request(Requirement.Image.parse(i)));
    assertThat(roles.request(form.image("9.9.9")).args()).containsValue("9.9.9");
  }

  /**
   * The old and the new container of a node have its address and data; everything has our labels.
   */
  @ParameterizedTest
  @MethodSource("folders")
  void aNodeKeepsItsAddressAndData(Path folder) throws Exception {
    RollForm form = RollForm.read(folder);
    Map<Age, String> versions = Map.of(Age.OLD, "1.0.1", Age.NEW, "1.0.2");
    Function<Requirement, String> images =
        image -> "image:" + image.toString().replaceAll(".*[.=]([12])\\b.*", "$1");
    Map<Age, Map<String, String>> set = Map.of(Age.NEW, Map.of("SET", "$1"));
    RollQuestion question =
        new RollQuestion("name", form, versions, set, 3, 1, 3, false, false, "loss", 1);
    assertThat(question.words()).contains(" min, longer under loss, once the images");
    JsonNode model =
        Json.MAPPER.readTree(RollModel.model(question, Pass.OLD_TO_NEW, images, IDENTITY));
    Set<String> places = new HashSet<>();
    for (String kind : List.of("services", "networks", "volumes")) {
      model
          .path(kind)
          .forEach(
              part ->
                  IDENTITY
                      .labels()
                      .forEach(
                          (label, value) ->
                              assertThat(part.path("labels").path(label).asText())
                                  .isEqualTo(value)));
    }
    for (String node : question.names()) {
      JsonNode old = model.path("services").path(node + "-old");
      JsonNode fresh = model.path("services").path(node + "-new");
      assertThat(old.path("image").asText()).isEqualTo("image:1");
      assertThat(fresh.path("image").asText()).isEqualTo("image:2");
      assertThat(old.path("environment").has("SET")).isFalse();
      assertThat(fresh.path("environment").path("SET").asText()).isEqualTo("$$1");
      for (String part : List.of("networks", "volumes", "command", "hostname")) {
        assertThat(fresh.path(part)).as(node + " " + part).isEqualTo(old.path(part));
      }
      places.add(old.path("networks").toString());
    }
    assertThat(places).hasSize(3);
    JsonNode router = model.path("services").path("router");
    assertThat(router.path("sysctls").path("net.ipv4.ip_forward").asText()).isEqualTo("1");
    assertThat(model.path("services").path("program-old-net").path("network_mode").asText())
        .isEqualTo("service:program-old");
    assertThat(model.path("services"))
        .filteredOn(each -> !each.has("cap_add"))
        .allSatisfy(
            each -> assertThat(each.path("extra_hosts").toString()).contains("n2:198.18.7.12"));
    assertThat(model.path("networks").path("faultlab").path("internal").asBoolean()).isTrue();
    JsonNode control =
        Json.MAPPER.readTree(RollModel.model(question, Pass.OLD_TO_OLD, images, IDENTITY));
    assertThat(control.findValuesAsText("image")).contains("image:1").doesNotContain("image:2");
    assertThat(control.findValuesAsText("SET")).isEmpty();
  }

  /** A guest has another kernel after its step, and the same files, data and address. */
  @Test
  void onlyTheKernelOfAGuestChanges() throws Exception {
    RollForm form = RollForm.read(GUESTS);
    Map<Age, String> kernels = Map.of(Age.OLD, "fixed", Age.NEW, "debian:trixie");
    RollQuestion question =
        new RollQuestion("name", form, kernels, Map.of(), 3, 0, 3, false, true, "", 1);
    Roles roles = Roles.read(Path.of("../../images/roles.yaml"), List.of(GUESTS));
    question.images().stream().flatMap(i -> Requirement.image(i).stream()).forEach(roles::request);
    JsonNode model =
        Json.MAPPER.readTree(RollModel.model(question, Pass.OLD_TO_NEW, i -> "/" + i, IDENTITY));
    JsonNode old = model.path("services").path("n1-old");
    JsonNode fresh = model.path("services").path("n1-new");
    assertThat(old.path("volumes").toString())
        .contains("n1:/guest/kept", "/guest-root:kafka-kernel/node/root.sqfs:/vm/root.sqfs:ro")
        .isEqualTo(fresh.path("volumes").toString().replace("debian:trixie", "fixed"))
        .isNotEqualTo(fresh.path("volumes").toString());
    assertThat(old.path("image").asText()).isEqualTo("/vm");
    ((ObjectNode) old).remove("volumes");
    ((ObjectNode) fresh).remove("volumes");
    assertThat(old).isEqualTo(fresh);
    assertThat(old.path("extra_hosts").toString()).contains("controller:198.18.7.14");
    assertThat(model.path("services").path("controller").path("networks").toString())
        .contains("198.18.7.14");
    assertThat(question.expected()).hasSize(7 * (form.counts().size() + form.perHold().size()));
  }

  /** The logs of nodes that ended. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          etcd | {"level":"fatal","ts":"1","caller":"etcdmain/etcd.go:183","msg":"discovery failed","error":"membership: too many learner members in cluster","stacktrace":"x"} | n ended with status 1: discovery failed: membership: too many learner members in cluster
          etcd | panic: runtime error | n ended with status 1: panic: runtime error
          kafka | [2026-11-29 10:00:00,000] ERROR Exiting Kafka due to fatal exception (kafka.Kafka$) | n ended with status 1: Exiting Kafka due to fatal exception (kafka.Kafka$)
          kafka | `ERROR Encountered fatal fault\njava.lang.IllegalArgumentException: No level 27\n  at x` | n ended with status 1: Encountered fatal fault: java.lang.IllegalArgumentException: No level 27
          roll-orders | `  File "x"\nTypeError: float()` | n ended with status 1: TypeError: float()
          kafka-consumers | cimpl.KafkaException: KafkaError{str="Failed to create consumer"} | n ended with status 1: cimpl.KafkaException: KafkaError{str="Failed to create consumer"}
          grpc | panic: listen tcp :7443 | n ended with status 1: panic: listen tcp :7443
          grpc | killed | whole
          """)
  void theCauseOfAnEndIsOneLine(String name, String log, String cause) {
    String ended = cause.equals("whole") ? "whole" : "n ended with status 1:\nmore";
    Path folder = folders().filter(f -> f.endsWith(name)).findFirst().orElseThrow();
    Pattern said = RollForm.read(folder).said();
    assertThat(DockerRollStack.end(said, ended, "first\n" + log + "\nlast"))
        .isEqualTo(new Status(true, cause));
  }

  @ParameterizedTest
  @CsvSource({
    "ended with status 1, true",
    "ended with status 137, false",
    "'ended with status 1, out of memory', false",
  })
  void aNodeThatTheEngineMayHaveEndedDecidesNothing(String status, boolean decided) {
    Status back = DockerRollStack.end(TinyCluster.FORM.said(), status + ":\nlog", "fatal: 137");
    assertThat(back.decided()).isEqualTo(decided);
    assertThat(back.cause()).startsWith(status);
  }

  /** Each replaces a line of a whole declaration. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          proven: | proven: [leadr] | expected directions as proven, found [leadr]
          counts: | counts: [] | expected operations as counts, found []
          counts: | counts: [members] | expected operations as counts, found [members]
          directions: | directions: {leader: nodes} | nodes
          directions: | directions: {leader: program, asked: program} | expected at most one program
          oldest: | oldest: v1 | expected numbers as oldest, found v1
          port: | port: 0 | expected a port from 1 to 65535, found 0
          nodes: | nodes: {usual: 3, least: 5, most: 4} | expected 1 <= least <= usual <= most <= 15 as nodes
          nodes: | nodes: {usual: 3, least: 3, most: 16} | expected 1 <= least <= usual <= most <= 15 as nodes
          title[\\s\\S]* | null | is empty, expected a declaration
          seconds: | seconds: {start: 1, step: 1} | found nothing at /seconds
          receipts: | | found nothing at /receipts
          said: | | found nothing at /said
          said: | said: "(" | said
          grown: | grown: true@grwn: true | grwn
          """)
  void aDeclarationThatIsWrongIsNotRead(
      String key, String line, String message, @TempDir Path rolls) throws IOException {
    String whole = Files.readString(ROLLS.resolve("etcd/roll.yaml"));
    String other = line == null ? "" : Matcher.quoteReplacement(line.replace('@', '\n'));
    Path folder = Files.createDirectories(rolls.resolve("etcd"));
    Files.writeString(
        folder.resolve("roll.yaml"), whole.replaceFirst("(?m)^" + key + ".*$", other));

    assertThatThrownBy(() -> RollForm.read(folder))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("roll.yaml")
        .hasMessageContaining(message);
  }

  @Test
  void theEstimateCountsPassesStepsAndDirections() {
    // a start of 10 s, steps of 5 s, and work of 2 s in 1, 4, 4 and 1 directions; back to 4, 4 and
    // 1
    assertThat(TinyCluster.question(3, false).seconds()).isEqualTo(3 * (10 + 3 * 5 + 10 * 2));
    assertThat(TinyCluster.question(1, false).seconds()).isEqualTo(3 * (10 + 5 + 5 * 2));
    assertThat(TinyCluster.question(3, true).seconds()).isEqualTo(3 * (10 + 6 * 5 + 19 * 2));
    assertThat(TinyCluster.question(TinyCluster.FINISHED, false).seconds())
        .isEqualTo(3 * (10 + 4 * 5 + 11 * 2));
    // 12 s more for a start under a condition, and 40 delays of 200 ms for each second of work
    assertThat(TinyCluster.question(1, false, "latency,delay=200ms", 1).seconds())
        .isEqualTo(3 * (22 + 5 + 5 * 18));
    assertThat(TinyCluster.question(1, false, "loss", 1).seconds()).isEqualTo(3 * (22 + 5 + 5 * 2));
  }
}
