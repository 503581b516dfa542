package dev.faultlab.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.lab.LabReader;
import dev.faultlab.upgrade.command.UpgradeCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code upgrade} with SBOMs, asked of the labs of this repository. */
class SbomUpgradeTest {
  private static final Path SAMPLES = Path.of("../samples/sbom").toAbsolutePath().normalize();

  @TempDir private Path root;
  private TestShell shell;
  private final SyntheticRuns runs = new SyntheticRuns();

  @BeforeEach
  void here() throws IOException {
    TestShell.cloneAt(root);
  }

  @ParameterizedTest
  @CsvSource({"cdx, cdx", "spdx, cdx", "spdx, spdx"})
  void eachCrossingIsAnsweredAndAskedInBothDirections(String one, String other) {
    String before = "sbom:" + SAMPLES + "/before." + one + ".json";
    String after = "sbom:" + SAMPLES + "/after." + other + ".json";
    assertThat(upgrade("--dry-run --from " + before + " --to " + after))
        .as(shell.output())
        .isZero();
    assertThat(shell.flat())
        .contains(
            "default-charset jdk 17.0.21+1 21.0.4+7-LTS <18 healed by this move",
            "dns-go go 1.24.13 1.27.4 <1.27rc1 healed by this move",
            "go-cpus go 1.24.13 1.27.4 <1.25rc1 unknown: the go line of go.mod decides",
            "jdk-tls-rsa jdk 17.0.21+1 21.0.4+7-LTS",
            "kafka-linger kafka-clients 3.9.2 4.3.1 >=4.0.0 appears on the way up",
            "musl-tcp musl 1.2.3-r5 1.2.5-r0 <1.2.4 healed by this move",
            "pinned jdk 17.0.21+1 21.0.4+7-LTS >=21 <24 appears on the way up",
            "kafka-linger: a producer that waits 5 ms for records that never come (kafka-clients 4,"
                + " KIP-1030); https://github.com/apache/kafka/pull/18080")
        .doesNotContain("kafka-old-client kafka");
    assertThat(questions())
        .contains(
            "./faultlab upgrade --from kafka-clients=3.9.2 --to kafka-clients=4.3.1 --labs kafka-linger",
            "./faultlab upgrade --from musl=bookworm --to musl=trixie --labs musl-tcp")
        .noneMatch(q -> q.contains("charset") && !q.contains("default-charset"))
        .noneMatch(q -> q.contains("go-tls-rsa"));
    assertThat(upgrade("--dry-run --from " + after + " --to " + before)).isZero();
    assertThat(shell.flat())
        .contains(
            "dns-go go 1.27.4 1.24.13 <1.27rc1 appears on the way down",
            "kafka-linger kafka-clients 4.3.1 3.9.2 >=4.0.0 healed by this move");
    assertThat(questions())
        .contains("./faultlab upgrade --from musl=trixie --to musl=bookworm --labs musl-tcp");
    assertThat(runs.started).isEmpty();
  }

  /** One application and the move of one component, for each lab that declares faulty versions. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "boto-checksum, boto3, pypi/boto3@1.35.99, pypi/boto3@1.36.0, 1.35.99, 1.36.0, appears",
    "charset, jdk, generic/oracle/openjdk@8u292, generic/oracle/openjdk@17.0.21, 8, 17, heals",
    "default-charset, jdk, generic/oracle/openjdk@17.0.21, generic/oracle/openjdk@21.0.4%2B7-LTS, 17, 21, heals",
    "dns-go, go, golang/stdlib@1.26.8, golang/stdlib@1.27.4, 1.26.8, 1.27.4, heals",
    "go-client-hello, go, golang/stdlib@1.22.12, golang/stdlib@1.23.0, 1.22.12, 1.23.0, unknown",
    "go-cpus, go, generic/go@1.24.13, generic/go@1.26.8, 1.24.13, 1.26.8, unknown heals",
    "go-mptcp, go, golang/stdlib@1.23.0, golang/stdlib@1.24.0, 1.23.0, 1.24.0, unknown",
    "go-redis-setinfo, go-redis, golang/github.com/redis/go-redis/v9@v9.4.0,"
        + " golang/github.com/redis/go-redis/v9@v9.5.0, 9.4.0, 9.5.0, appears",
    "go-servecontent, go, golang/stdlib@1.22.12, golang/stdlib@1.23.0, 1.22.12, 1.23.0, unknown",
    "go-tls-rsa, go, golang/stdlib@1.21.13, golang/stdlib@1.22.12, 1.21.13, 1.22.12, unknown",
    "grpc-alpn, grpc, golang/google.golang.org/grpc@v1.66.3, golang/google.golang.org/grpc@v1.67.0,"
        + " 1.66.3, 1.67.0, appears",
    "httpclient5-upgrade, httpclient5, maven/org.apache.httpcomponents.client5/httpclient5@5.3.1,"
        + " maven/org.apache.httpcomponents.client5/httpclient5@5.4, 5.3.1, 5.4, appears",
    "httpx-compact, httpx, pypi/httpx@0.27.2, pypi/httpx@0.28.0, 0.27.2, 0.28.0, appears",
    "jackson-length, jackson-core, maven/com.fasterxml.jackson.core/jackson-core@2.14.2,"
        + " maven/com.fasterxml.jackson.core/jackson-core@2.15.0, 2.14.2, 2.15.0, appears",
    "jdk-tls-rsa, jdk, generic/oracle/openjdk@17.0.9, generic/oracle/openjdk@17.0.19%2B10, 17.0.9, 17.0.19, appears",
    "kafka-linger, kafka-clients, maven/org.apache.kafka/kafka-clients@3.9.2,"
        + " maven/org.apache.kafka/kafka-clients@4.3.1, 3.9.2, 4.3.1, appears",
    "kafka-old-client, kafka, maven/org.apache.kafka/kafka_2.13@3.9.2,"
        + " maven/org.apache.kafka/kafka_2.13@4.3.1, 3.9.2, 4.3.1, appears",
    "musl-tcp, musl, apk/alpine/musl@1.2.3-r5, apk/alpine/musl@1.2.5-r0, bookworm, trixie, heals",
    "netty-rst, netty, maven/io.netty/netty-codec-http2@4.1.99.Final,"
        + " maven/io.netty/netty-codec-http2@4.1.100.Final, 4.1.99.Final, 4.1.100.Final, appears",
    "nginx-keepalive, nginx, deb/debian/nginx@1.26.3-3, deb/debian/nginx@1.30.6-1, trixie, sid, appears",
    "node-keepalive, node, generic/node@18.20.8, generic/node@20.0.0, 18.20.8, 20.0.0, appears",
    "node-seclevel, node, generic/node@24.4.1, generic/node@24.5.0, 24.4.1, 24.5.0, appears",
    "pinned, jdk, generic/oracle/openjdk@21.0.4, generic/oracle/openjdk@25.0.3%2B9-LTS, 21, 25, heals",
    "python-x509-strict, python, deb/debian/python3.11-minimal@3.11.2-6,"
        + " deb/debian/python3.13-minimal@3.13.5-2, bookworm, trixie, appears",
    "redis-py-swapped, redis-py, pypi/redis@4.3.6, pypi/redis@4.5.3, 4.3.6, 4.5.3, appears",
    "snakeyaml-tags, snakeyaml, maven/org.yaml/snakeyaml@1.33, maven/org.yaml/snakeyaml@2.0,"
        + " 1.33, 2.0, appears",
    "spring-chunked, spring-web, maven/org.springframework/spring-web@6.0.23,"
        + " maven/org.springframework/spring-web@6.1.0, 6.0.23, 6.1.0, appears",
    "tomcat-parts, tomcat, maven/org.apache.tomcat.embed/tomcat-embed-core@10.1.41,"
        + " maven/org.apache.tomcat.embed/tomcat-embed-core@10.1.42, 10.1.41, 10.1.42, appears",
    "urllib3-strict, urllib3, pypi/urllib3@2.3.0, pypi/urllib3@2.4.0, 2.3.0, 2.4.0, appears",
  })
  void theCrossingOfALabIsAskedInBothDirections(
      String lab, String component, String old, String now, String from, String to, String answer)
      throws IOException {
    String rest =
        lab.equals("kafka-old-client") ? "org.apache.kafka/kafka-clients@0.10.0.1" : "a/b@1";
    Path before = Files.move(sbom("pkg:" + old, "pkg:maven/" + rest), root.resolve("before.json"));
    Path after = sbom("pkg:" + now, "pkg:maven/" + rest);
    String end = " healed by this move";
    boolean heals = answer.equals("heals");
    boolean known = !answer.startsWith("unknown");
    for (boolean up : List.of(true, false)) {
      assertThat(
              upgrade(
                  "--dry-run --from sbom:%s --to sbom:%s"
                      .formatted(up ? before : after, up ? after : before)))
          .as(shell.output())
          .isZero();
      assertThat(shell.out().lines().map(l -> l.strip().replaceAll(" +", " ")))
          .anyMatch(
              line ->
                  line.startsWith(lab + " " + component + " ")
                      && line.endsWith(
                          !known
                              ? " unknown: the go line of go.mod decides"
                              : up == heals ? end : " appears on the way " + (up ? "up" : "down")));
      assertThat(shell.flat().contains("- " + lab + ": unknown:"))
          .as("only where it can appear")
          .isEqualTo(!known && up != answer.endsWith("heals"));
      String sides =
          " --from %1$s=%2$s --to %1$s=%3$s ".formatted(component, up ? from : to, up ? to : from);
      assertThat(
              questions().stream()
                  .filter(q -> q.contains(sides))
                  .anyMatch(q -> List.of(q.replaceFirst(".*--labs ", "").split(",")).contains(lab)))
          .as(shell.output())
          .isEqualTo(known);
    }
    assertThat(runs.started).isEmpty();
  }

  @Test
  void everyLabWithFaultyVersionsHasARowAbove() throws Exception {
    LabReader labs = new LabReader(List.of(Path.of("../../labs")));
    CsvSource rows =
        Stream.of(SbomUpgradeTest.class.getDeclaredMethods())
            .filter(m -> m.getName().equals("theCrossingOfALabIsAskedInBothDirections"))
            .findFirst()
            .orElseThrow()
            .getAnnotation(CsvSource.class);
    assertThat(Stream.of(rows.value()).map(row -> row.split(",")[0]))
        .containsExactlyElementsOf(
            labs.names().stream()
                .filter(name -> !labs.read(name).faulty().isEmpty())
                .sorted()
                .toList());
  }

  @Test
  void whatStaysDecidesTooWhetherALabIsAsked() throws IOException {
    for (String clients : List.of("0.10.0.1", "3.9.1")) {
      String client = "pkg:maven/org.apache.kafka/kafka-clients@" + clients;
      Path before =
          Files.move(
              sbom("pkg:maven/org.apache.kafka/kafka_2.13@3.9.2", client),
              root.resolve(clients + ".json"));
      Path after = sbom("pkg:maven/org.apache.kafka/kafka_2.13@4.3.1", client);
      assertThat(upgrade("--dry-run --from sbom:%s --to sbom:%s".formatted(before, after)))
          .isZero();
      assertThat(questions().stream().anyMatch(q -> q.contains("kafka-old-client")))
          .as("a broker 4 and clients %s", clients)
          .isEqualTo(clients.startsWith("0"));
    }
  }

  @Test
  void onlyCrossingsAreRun() throws IOException {
    Path before = sbom("pkg:maven/org.apache.kafka/kafka-clients@3.9.1");
    Path after =
        Files.writeString(
            root.resolve("after.json"), Files.readString(before).replace("3.9.1", "4.1.1"));
    Path same =
        Files.writeString(
            root.resolve("same.json"), Files.readString(before).replace("3.9.1", "3.9.2"));
    assertThat(upgrade("--from sbom:" + before + " --to sbom:" + same)).as(shell.output()).isZero();
    assertThat(runs.started).extracting(p -> p.lab().name()).doesNotContain("kafka-linger");
    assertThat(shell.flat()).contains("3.9.1 to 3.9.2: crosses no faulty version of a lab");
    assertThat(upgrade("--from sbom:" + before + " --to sbom:" + after)).isEqualTo(1);
    assertThat(shell.flat())
        .contains("Worse from kafka-clients 3.9.1 to kafka-clients 4.1.1: kafka-linger");
  }

  @ParameterizedTest
  @CsvSource({
    "pkg:generic/azul/zulu@21.0.4%2B7, 1, 'pinned jdk 21.0.4+7 21.0.4+7 >=21 <24 you have it today'",
    "pkg:generic/oracle/jre@25.0.3%2B9-LTS, 1, 'jdk-tls-rsa jdk 25.0.3+9-LTS'",
    "pkg:generic/ibm/java_sdk@23.0.1, 1, '0 healed, 1 that you have today, 0 unknown'",
    "pkg:tool/java@zulu-17.46.19, 1, 'unknown: no single release; the newest release of 17 has it'",
    "pkg:maven/org.apache.tomcat/tomcat-catalina@10.1.42, 1, 'tomcat-parts tomcat 10.1.42'",
    "pkg:maven/org.apache.tomcat.embed/tomcat-embed-core@9.0.106, 1, 'you have it today'",
    "pkg:generic/node@24, 1, 'node-seclevel node 24 24 >=24.5.0 unknown: no single release; the newest release of 24 has it'",
    "pkg:pypi/boto3@1.36.0, 1, 'boto-checksum boto3 1.36.0 1.36.0 >=1.36.0 you have it today'",
    "pkg:generic/node@18.20.8, 0, '0 that you have today'",
    "pkg:golang/google.golang.org/grpc@v1.67.0, 1, 'you have it today'",
    "pkg:maven/org.apache.kafka/kafka-clients@0.10.0.1, 2, 'you have it today, if you have kafka >=4.0.0'",
    "pkg:maven/org.apache.kafka/kafka-clients@3.9.2, 0, '0 crossed, 0 healed, 0 that you have today'",
    "pkg:generic/go@1.27rc1, 1, 'go-tls-rsa go 1.27rc1 1.27rc1 >=1.22rc1 you have it today'",
    "pkg:pypi/redis@4.5, 1, 'redis-py-swapped redis-py 4.5 4.5 >=4.4.0 <4.4.4 || >=4.5.0 <4.5.4 you have it'",
    "pkg:generic/go@1.22rc1, 1, '0 healed, 2 that you have today, 1 unknown'",
    "pkg:generic/go@1.25rc1, 1, '0 healed, 1 that you have today, 5 unknown'",
    "pkg:maven/org.apache.kafka/kafka-clients, 2, has no version",
    "pkg:maven/org.apache.kafka/kafka-clients@7.5.0-ccs, 2, Confluent Platform has version numbers of its own",
    "pkg:maven/org.apache.kafka/kafka-clients@%5B0.10%2C2.0%29, 2, 'unknown: no single release'",
    "pkg:maven/a/b, 0, 'No lab says which of these versions are faulty'",
    "maven/a/b@1, 2, no component has a package URL",
  })
  void whatYouHaveTodayIsTheExitStatus(String purl, int status, String output) throws IOException {
    assertThat(upgrade("--sbom " + sbom(purl))).as(shell.output()).isEqualTo(status);
    assertThat(shell.flat()).contains(output);
    assertThat(runs.started).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'3.9.1', '3.9.1 4.1.0', 'kafka-clients 4.1.0 4.1.0 >=4.0.0 new, with the fault'",
    "'', '4.1.0', 'kafka-clients 4.1.0 is new here'",
    "'', '4.1.0', 'kafka-clients 4.1.0 4.1.0 >=4.0.0 new, with the fault'",
    "'3.9.0 3.9.1', '4.1.0 4.1.1 3.9.2', 'kafka-clients 4.1.1 4.1.1 >=4.0.0 new, with the fault'",
  })
  void aVersionThatOnlyOneSideHasIsAnswered(String before, String after, String output)
      throws IOException {
    Path from = Files.move(versions(before), root.resolve("before.json"));
    String both = "--from sbom:%s --to sbom:%s".formatted(from, versions(after));
    assertThat(upgrade("--dry-run " + both)).as(shell.output()).isZero();
    assertThat(shell.flat()).contains(output);
  }

  /** Neither is green: what no question can ask about, and what is new. */
  @ParameterizedTest
  @CsvSource({
    "maven/org.springframework/spring-web@5.3.39, maven/org.springframework/spring-web@6.1.0, 2,"
        + " 'spring-chunked: appears on the way up, but it is not run: spring-web'",
    "maven/org.springframework/spring-web@6.1.0, maven/org.springframework/spring-web@5.3.39, 0,"
        + " 'no version moves across those'",
    "generic/node@16.20.2, generic/node@24.5.0, 2, 'node-seclevel: appears on the way up, but it'",
    "pypi/six@1, pypi/boto3@1.36.0, 1, 'boto-checksum: new, with the fault'",
    "pypi/six@1, pypi/boto3@1.35.99, 0, 'no version moves across those'",
    "pypi/boto3@1.36.0, pypi/boto3@1.36.0, 0, '1 that you have today, 0 unknown.'",
    "pypi/six@1, maven/org.apache.kafka/kafka_2.13@4.3.1, 2, 'new, with the fault, if you have'",
    "golang/stdlib@1.23.4, golang/stdlib@1.24.0, 2, 'go-mptcp: unknown: the go line of go.mod decides, but it'",
    "golang/stdlib@1.24.13, golang/stdlib@1.26.8, 0, 'go-cpus go 1.24.13 1.26.8 <1.25rc1 unknown: the go line'",
    "golang/stdlib@1.26.7, golang/stdlib@1.26.8, 0, '0 crossed, 0 healed, 1 that you have today, 5 unknown'",
  })
  void whatIsFaultyAndNotRunIsNoAllClear(String old, String now, int status, String output)
      throws IOException {
    Path before = Files.move(sbom("pkg:" + old), root.resolve("before.json"));
    String sides = "--from sbom:%s --to sbom:%s".formatted(before, sbom("pkg:" + now));
    for (boolean dry : List.of(true, false)) {
      assertThat(upgrade((dry ? "--dry-run " : "") + sides)).isEqualTo(dry ? 0 : status);
      assertThat(shell.flat()).contains(output);
      assertThat(shell.flat().contains("no version moves across"))
          .as(shell.output())
          .isEqualTo(status == 0);
    }
    assertThat(runs.started).isEmpty();
  }

  @Test
  void aSideThatIsNotUnderstoodLeavesTheAnswerOpen() throws IOException {
    Path from = Files.move(versions("7.5.0-ccs"), root.resolve("before.json"));
    assertThat(upgrade("--from sbom:" + from + " --to sbom:" + versions("7.6.0-ccs")))
        .isEqualTo(ExitStatus.INCONCLUSIVE);
    String many = IntStream.range(0, 101).mapToObj(i -> "3.0." + i).collect(joining(" "));
    assertThat(upgrade("--sbom " + versions(many))).isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(runs.started).isEmpty();
  }

  private Path versions(String versions) throws IOException {
    return sbom(
        Stream.of(("a/b@1 " + versions).split(" "))
            .map(v -> "pkg:maven/" + (v.contains("/") ? v : "org.apache.kafka/kafka-clients@" + v))
            .toArray(String[]::new));
  }

  @Test
  void secretsInAddressesReachNoOutput() throws IOException {
    Path file =
        sbom(
            "pkg:maven/org.apache.kafka/kafka-clients?repository_url=https://bob:s3cret@repo.test/x",
            "pkg:maven/https:%2F%2Fbob:s3cret%40repo.test/b",
            "pkg:pypi/urllib3?download_key=s3cret");
    Path summary = root.resolve("summary.md");
    assertThat(upgrade("--sbom " + file, Map.of("GITHUB_STEP_SUMMARY", summary.toString())))
        .isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(shell.output()).contains("has no version").doesNotContain("s3cret");
    assertThat(summary).content().contains("has no version").doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sbom missing.json | there is no file missing.json",
        "--sbom x --git main | expected one of --git, --sbom",
        "--sbom x --service y | --service does not go with --sbom",
        "--sbom x --from sbom:y | expected one of --git, --sbom",
        "--from sbom:x | expected sbom:FILE or image:NAME in --from and in one --to",
        "--from sbom:x --to jdk=21 | expected sbom:FILE or image:NAME in --from and in one --to",
      })
  void wrongUsageIsExplained(String words, String why) {
    assertThat(upgrade(words)).isEqualTo(ExitStatus.USAGE);
    assertThat(shell.flat()).contains(why);
  }

  private List<String> questions() {
    return shell
        .out()
        .lines()
        .map(String::strip)
        .filter(l -> l.startsWith("./faultlab upgrade"))
        .toList();
  }

  private Path sbom(String... purls) throws IOException {
    String components = "{\"purl\":\"" + String.join("\"},{\"purl\":\"", purls) + "\"}";
    return Files.writeString(
        root.resolve("app.json"),
        "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":["
            + components
            + "]}");
  }

  private int upgrade(String words) {
    return upgrade(words, Map.of());
  }

  private int upgrade(String words, Map<String, String> environment) {
    shell = new TestShell(root);
    shell.environment.putAll(Map.of("COLUMNS", "200"));
    shell.environment.putAll(environment);
    return shell.run(
        "upgrade", words, tools -> new UpgradeCommand(tools, runs, new SyntheticCheck(tools)));
  }
}
