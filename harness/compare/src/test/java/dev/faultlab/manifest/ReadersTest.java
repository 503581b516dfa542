package dev.faultlab.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each reader finds in a file: {@code LINE COMPONENT VERSION}, or {@code LINE ? WHAT: WHY}.
 */
class ReadersTest {
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  static Stream<Arguments> dockerfiles() {
    return Stream.of(
        of("one image", "FROM eclipse-temurin:21.0.4_7-jre-jammy", "1 jdk 21"),
        of("another registry", "FROM docker.io/library/eclipse-temurin:17-jre", "1 jdk 17"),
        of("a registry's port", "FROM mirror:5000/x/eclipse-temurin:8u422-b05-jre", "1 jdk 8"),
        of("a platform", "FROM --platform=$BUILDPLATFORM golang:1.24-bookworm AS b", "1 go 1.24"),
        of("small letters", "from amazoncorretto:11-alpine as x\nFROM x", "1 jdk 11"),
        of("a build image", "FROM maven:3.9.9-eclipse-temurin-21-alpine", "1 jdk 21"),
        of("the name", "FROM gcr.io/distroless/java21-debian12:nonroot", "1 jdk 21"),
        of("a digest", "FROM gcr.io/distroless/java17-debian12@" + DIGEST, "1 jdk 17"),
        of(
            "a digest alone",
            "FROM eclipse-temurin@" + DIGEST,
            "1 ? eclipse-temurin@"
                + DIGEST
                + ": its name has no tag, so it does not show the version of jdk"),
        of(
            "a moving tag",
            "FROM openjdk:latest",
            "1 ? openjdk:latest: the tag latest does not show the version of jdk"),
        of("an argument", "ARG JAVA=17\n\nFROM eclipse-temurin:${JAVA}-jre", "1 jdk 17"),
        of("a default", "FROM eclipse-temurin:${JAVA:-21}-jre", "1 jdk 21"),
        of("arguments in one", "ARG A=21 B=\"eclipse-temurin:$A\"\nFROM $B", "1 jdk 21"),
        of(
            "no default",
            "ARG JAVA\nFROM eclipse-temurin:${JAVA}",
            "2 ? eclipse-temurin:${JAVA}: JAVA has no value in this file"),
        of(
            "an argument of a stage is none of FROM",
            "FROM scratch\nARG J=17\nFROM openjdk:$J",
            "3 ? openjdk:$J: J has no value in this file"),
        of(
            "a form that is not read",
            "ARG J=17\nFROM openjdk:${J%%.*}",
            "2 ? openjdk:${J%%.*}: it has a form of variable that faultlab does not read"),
        of(
            "continued lines",
            "FROM \\\n # a comment\n\n  openjdk:17 \\\n AS x\nFROM x",
            "1 jdk 17"),
        of("another escape", "# escape=`\nFROM `\n  openjdk:17", "2 jdk 17"),
        of(
            "a copy",
            "FROM debian:12\nCOPY --from=openjdk:17 /j /j",
            "1 image:debian 12",
            "2 jdk 17"),
        of(
            "a copy of a stage",
            "FROM openjdk:17 AS J\nCOPY --from=j /j /j\nCOPY --from=0 / /",
            "1 jdk 17"),
        of(
            "a here-document",
            "FROM openjdk:17\nRUN <<EOF\nFROM openjdk:8\nEOF\nFROM openjdk:11",
            "1 jdk 17",
            "5 jdk 11"),
        of(
            "no here-document",
            "FROM openjdk:17\nRUN echo $((1<<3))\nFROM openjdk:11",
            "1 jdk 17",
            "3 jdk 11"),
        of(
            "no image",
            "FROM ../../etc/passwd",
            "1 ? ../../etc/passwd: is not the name of an image"),
        of(
            "numbers of its own",
            "FROM confluentinc/cp-kafka:7.6.0",
            "1 ? confluentinc/cp-kafka:7.6.0: Confluent Platform has version numbers of its own;"
                + " ask with --from kafka=VERSION"),
        of("nothing", "", new String[0]),
        of("half an instruction", "FROM", new String[0]));
  }

  @ParameterizedTest
  @MethodSource("dockerfiles")
  void dockerfile(String text, List<String> found) {
    assertThat(read("Dockerfile", text)).isEqualTo(found);
  }

  static Stream<Arguments> composeFiles() {
    return Stream.of(
        of(
            "images",
            "services:\n  k:\n    image: apache/kafka:3.9.1\n  d: {image: 'coredns/coredns:1.12.0'}",
            "3 kafka 3.9.1",
            "4 coredns 1.12.0"),
        of("a default", "services:\n  k:\n    image: ${K:-apache/kafka:4.1.0}", "3 kafka 4.1.0"),
        of(
            "a variable",
            "services: {k: {image: 'apache/kafka:${K}'}}",
            "1 ? apache/kafka:${K}: K has no value in this file"),
        of(
            "strimzi",
            "services: {k: {image: 'quay.io/strimzi/kafka:0.43.0-kafka-3.8.0'}}",
            "1 kafka 3.8.0"),
        of(
            "an anchor",
            "x: &a\n  image: golang:1.24.1\nservices:\n  b:\n    image: golang:1.25.0\n  c: *a",
            "5 go 1.25.0",
            "2 go 1.24.1"),
        of(
            "only services",
            "x-old: {image: 'openjdk:8'}\nservices: {a: {build: .}}",
            new String[0]));
  }

  @ParameterizedTest
  @MethodSource("composeFiles")
  void compose(String text, List<String> found) {
    assertThat(read("deploy/docker-compose.prod.yml", text)).isEqualTo(found);
  }

  static Stream<Arguments> manifests() {
    return Stream.of(
        of(
            "several documents",
            "# first\n---\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: openjdk:17\n---\n"
                + "apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec: {initContainers: [{image: 'golang:1.26.1'}]}}}\n",
            "7 jdk 17",
            "11 go 1.26.1"),
        of("some other YAML", "image: openjdk:17\nkind of: nothing\n", new String[0]),
        of(
            "without a version of the interface",
            "kind: Pod\nspec:\n  image: openjdk:17\n",
            new String[0]),
        of(
            "a template",
            "kind: Pod\napiVersion: v1\nspec:\n  image: {{ .Values.image }}\n",
            "0 ! is not YAML that faultlab reads: line 4"));
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void kubernetes(String text, List<String> found) {
    assertThat(read("k8s/app.yaml", text)).isEqualTo(found);
  }

  static Stream<Arguments> goModules() {
    return Stream.of(
        of("a release", "module a\n\ngo 1.24.1 // of last year", "3 go 1.24.1"),
        of("a line of releases", "module a\ngo 1.24", "2 go 1.24"),
        of("a toolchain counts", "go 1.24.0\ntoolchain go1.25.9", "2 go 1.25.9"),
        of(
            "modules",
            "go 1.24.0\nrequire a.b/c v1.2.3\nrequire (\n\td.e/f v0.1.0 // indirect\n)",
            "1 go 1.24.0",
            "2 lib:a.b/c v1.2.3",
            "4 lib:d.e/f v0.1.0"),
        of("replaced", "require a.b/c v1.2.3\nreplace a.b/c => d.e/f v2.0.0", "2 lib:d.e/f v2.0.0"),
        of(
            "a folder",
            "require a.b/c v1.2.3\nreplace (\na.b/c v1.2.3 => ../c\n)",
            "3 ? a.b/c: is replaced by the folder ../c"),
        of("no release", "go next", "1 ? go next: is no release of Go"));
  }

  @ParameterizedTest
  @MethodSource("goModules")
  void goMod(String text, List<String> found) {
    assertThat(read("a/go.mod", text)).isEqualTo(found);
  }

  static Stream<Arguments> javaVersions() {
    return Stream.of(
        of("a feature release", "21\n", "1 jdk 21"),
        of("an update", "17.0.9", "1 jdk 17"),
        of("the old numbers", "1.8", "1 jdk 8"),
        of("a build", "temurin-21.0.4+7.0.LTS", "1 jdk 21"),
        of("another", "corretto-8.422.05.1", "1 jdk 8"),
        of(
            "no JDK that labs run",
            "graalvm-ce-22.3.0",
            "1 ? graalvm-ce-22.3.0: its name contains no JDK release that labs run"));
  }

  @ParameterizedTest
  @MethodSource("javaVersions")
  void javaVersion(String text, List<String> found) {
    assertThat(read(".java-version", text)).isEqualTo(found);
  }

  static Stream<Arguments> tools() {
    return Stream.of(
        of(
            "all",
            "# tools\nnodejs 20.1.0\njava zulu-21.36.17 # here\ngolang 1.24.1\n",
            "2 tool:nodejs 20.1.0",
            "3 jdk 21",
            "4 go 1.24.1"),
        of("nothing", "java\n", new String[0]));
  }

  @ParameterizedTest
  @MethodSource("tools")
  void toolVersions(String text, List<String> found) {
    assertThat(read(".tool-versions", text)).isEqualTo(found);
  }

  static Stream<Arguments> catalogs() {
    return Stream.of(
        of(
            "references",
            "[versions]\nkafka = \"3.9.1\"\n[libraries]\na = { module = \"org.apache.kafka:kafka-clients\", version.ref = \"kafka\" }\n",
            "2 lib:org.apache.kafka:kafka-clients 3.9.1"),
        of(
            "before the versions",
            "[libraries]\na = { group = 'g', name = 'a', version.ref = 'v' }\n[versions]\nv = '1' # here\n",
            "4 lib:g:a 1"),
        of(
            "plain",
            "[libraries]\na = \"g:a:1.0\"\nb = { module = \"g:b\", version = \"2\" }\n",
            "2 lib:g:a 1.0",
            "3 lib:g:b 2"),
        of(
            "rich",
            "[versions]\nv = { strictly = \"[1,2[\", prefer = \"1.5\" }\n[libraries]\na = { module = \"g:a\", version = { prefer = \"3\" } }\nb = { module = 'g:b', version.ref = 'v' }",
            "4 lib:g:a 3",
            "2 lib:g:b [1,2["),
        of(
            "without a version",
            "[libraries]\na = { module = \"g:a\" }\n[bundles]\nx = [\n \"a\",\n]\n",
            new String[0]),
        of(
            "no such version",
            "[libraries]\na = { module = \"g:a\", version.ref = \"v\" }",
            "2 ? g:a: there is no version v in this catalogue"),
        of(
            "another form",
            "[libraries]\na = [ 1 ]",
            "2 ? a = [ 1 ]: does not have the form of a catalogue"));
  }

  @ParameterizedTest
  @MethodSource("catalogs")
  void catalog(String text, List<String> found) {
    assertThat(read("gradle/libs.versions.toml", text)).isEqualTo(found);
  }

  static Stream<Arguments> lockfiles() {
    return Stream.of(
        of(
            "lines",
            "# by Gradle\norg.apache.kafka:kafka-clients:3.9.1=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n",
            "2 lib:org.apache.kafka:kafka-clients 3.9.1"));
  }

  @ParameterizedTest
  @MethodSource("lockfiles")
  void lockfile(String text, List<String> found) {
    assertThat(read("app/gradle.lockfile", text)).isEqualTo(found);
  }

  static Stream<Arguments> poms() {
    return Stream.of(
        of(
            "dependencies",
            pom(
                "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version></dependency></dependencies>"),
            "1 lib:g:a 1"),
        of(
            "a property",
            pom(
                "\n<properties>\n<v>2</v></properties><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${v}</version></dependency></dependencies></dependencyManagement>"),
            "3 lib:g:a 2"),
        of(
            "an unknown property",
            pom(
                "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${x}</version></dependency></dependencies>"),
            "1 ? g:a ${x}: no pom of this repository defines that property"),
        of(
            "a property of itself",
            pom(
                "<properties><x>${x}${x}</x></properties><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${x}</version></dependency></dependencies>"),
            "1 ? g:a ${x}: no pom of this repository defines that property"),
        of(
            "managed elsewhere",
            pom(
                "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency><dependency><groupId>g</groupId><artifactId>b</artifactId><version>${project.version}</version></dependency></dependencies>"),
            new String[0]),
        of(
            "a parent from elsewhere",
            pom(
                "<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.5.0</version><relativePath/></parent>"),
            "1 lib:org.springframework.boot:spring-boot-starter-parent 3.5.0"),
        of(
            "a level",
            pom("<properties><java.version>21</java.version></properties>"),
            "1 ? java.version 21: the level to compile for, not the JDK that runs"),
        of(
            "a document type",
            "<!DOCTYPE project [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><project>&x;</project>",
            "0 ! has a document type (DOCTYPE), which is not read"),
        of("no XML", "<project>", "0 ! is not XML that faultlab reads, line 1"),
        of("too deep", "<a>".repeat(50), "0 ! is nested too deep, or has too many elements"));
  }

  private static String pom(String inside) {
    return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">" + inside + "</project>";
  }

  @ParameterizedTest
  @MethodSource("poms")
  void maven(String text, List<String> found) {
    assertThat(read("pom.xml", text)).isEqualTo(found);
  }

  private static Arguments of(String name, String text, String... found) {
    return Arguments.of(Named.of(name, text), List.of(found));
  }

  /** What the file says, in its order. */
  private static List<String> read(String path, String text) {
    Snapshot commit = MapSnapshot.of(Map.of(path, text));
    Reading reading = ManifestChanges.read(path, commit);
    return Stream.of(
            reading.mentions().stream()
                .map(m -> m.place().line() + " " + m.component() + " " + m.version()),
            reading.unclear().stream()
                .map(u -> u.place().line() + " ? " + u.what() + ": " + u.why()),
            reading.failure().stream()
                .map(why -> "0 ! " + why.replaceFirst("(line \\d+):.*", "$1")))
        .flatMap(found -> found)
        .toList();
  }
}
