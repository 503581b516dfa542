package dev.faultlab.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each reader finds in a file: {@code LINE COMPONENT VERSION}, or {@code LINE ? WHAT: WHY}.
 */
class ReadersTest {
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  private static String pom(String inside) {
    return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">" + inside + "</project>";
  }

  private record Example(String text, List<String> found) {}

  private static Example of(String text, String... found) {
    return new Example(text, List.of(found));
  }

  private static Stream<Arguments> in(String path, Example... examples) {
    return Stream.of(examples).map(e -> Arguments.of(path, e.text(), e.found()));
  }

  static Stream<Arguments> files() {
    return Stream.of(
            in(
                "Dockerfile",
                of("FROM eclipse-temurin:21.0.4_7-jre-jammy", "1 jdk 21"),
                of("FROM docker.io/library/eclipse-temurin:17-jre", "1 jdk 17"),
                of("FROM mirror:5000/x/eclipse-temurin:8u422-b05-jre", "1 jdk 8"),
                of("FROM --platform=$BUILDPLATFORM golang:1.24-bookworm AS b", "1 go 1.24"),
                of("from amazoncorretto:11-alpine as x\nFROM x", "1 jdk 11"),
                // a build image
                of("FROM maven:3.9.9-eclipse-temurin-21-alpine", "1 jdk 21"),
                of("FROM gcr.io/distroless/java21-debian12:nonroot", "1 jdk 21"),
                // a server and its JDK
                of("FROM tomcat:10.1.42-jre21-temurin", "1 jdk 21", "1 tomcat 10.1.42"),
                of("FROM tomcat:10.1.42", "1 tomcat 10.1.42"),
                // hostile: each would take minutes if read again for each of its parts
                of("RUN a\\\n" + "b\\\n".repeat(300_000) + "c\nFROM node:22", "300003 node 22"),
                of("RUN x" + "<<x".repeat(250_000) + "\nFROM node:22 \\", "2 node 22"),
                of("RUN <<x\n".repeat(130_000) + "FROM node:22", "130001 node 22"),
                of("FROM public.ecr.aws/docker/library/node:24-slim", "1 node 24"),
                of(
                    "FROM docker.io/node:22.11.0\nFROM node",
                    "1 node 22.11.0",
                    "2 ? node: does not show the version of node"),
                // a node of something else
                of("FROM ghcr.io/acme/chain/node:25.1.0", "1 image:ghcr.io/acme/chain/node 25.1.0"),
                of("FROM kindest/node:v1.33", "1 image:kindest/node v1.33"),
                of("FROM gcr.io/distroless/java17-debian12@" + DIGEST, "1 jdk 17"),
                // a digest alone
                of(
                    "FROM eclipse-temurin@" + DIGEST,
                    "1 ? eclipse-temurin@" + DIGEST + ": does not show the version of jdk"),
                of("FROM openjdk:latest", "1 ? openjdk:latest: does not show the version of jdk"),
                // an argument
                of("ARG JAVA=17\n\nFROM eclipse-temurin:${JAVA}-jre", "1 jdk 17"),
                of("FROM eclipse-temurin:${JAVA:-21}-jre", "1 jdk 21"),
                // arguments in one
                of("ARG A=21 B=\"eclipse-temurin:$A\"\nFROM $B", "1 jdk 21"),
                // no default
                of(
                    "ARG JAVA\nFROM eclipse-temurin:${JAVA}",
                    "2 ? eclipse-temurin:${JAVA}: JAVA has no value in this file"),
                // an argument of a stage is none of FROM
                of(
                    "FROM scratch\nARG J=17\nFROM openjdk:$J",
                    "3 ? openjdk:$J: J has no value in this file"),
                // a form that is not read
                of(
                    "ARG J=17\nFROM openjdk:${J%%.*}",
                    "2 ? openjdk:${J%%.*}: it has a form of variable that faultlab does not read"),
                // continued lines
                of("FROM \\\n # a comment\n\n  openjdk:17 \\\n AS x\nFROM x", "1 jdk 17"),
                // another sign that continues a line
                of(
                    "# syntax=docker/dockerfile:1\n#  Escape = `\nFROM openjdk:17\nWORKDIR C:\\\nFROM openjdk:11",
                    "0 ! has '# escape=', which faultlab does not read"),
                of("#escape=\\\nFROM \\\nopenjdk:17", "2 jdk 17"),
                // a comment like any other
                of("# base\n# escape=`\nFROM openjdk:17", "3 jdk 17"),
                // a copy
                of("FROM debian:12\nCOPY --from=openjdk:17 /j /j", "1 image:debian 12", "2 jdk 17"),
                // a copy of a stage
                of("FROM openjdk:17 AS J\nCOPY --from=j /j /j\nCOPY --from=0 / /", "1 jdk 17"),
                // a here-document
                of(
                    "FROM openjdk:17\nRUN <<EOF\nFROM openjdk:8\nEOF\nFROM openjdk:11",
                    "1 jdk 17",
                    "5 jdk 11"),
                // no here-document
                of("FROM openjdk:17\nRUN echo $((1<<3))\nFROM openjdk:11", "1 jdk 17", "3 jdk 11"),
                // no image
                of("FROM ../../etc/passwd", "1 ? ../../etc/passwd: is not the name of an image"),
                // numbers of its own
                of(
                    "FROM confluentinc/cp-kafka:7.6.0",
                    "1 ? confluentinc/cp-kafka:7.6.0: Confluent Platform has version numbers of its own;"
                        + " ask with --from kafka=VERSION"),
                of(""),
                // half an instruction
                of("FROM")),
            in(
                "deploy/docker-compose.prod.yml",
                of(
                    "services:\n  k:\n    image: apache/kafka:3.9.1\n  d: {image: 'coredns/coredns:1.12.0'}",
                    "3 kafka 3.9.1",
                    "4 coredns 1.12.0"),
                of("services:\n  k:\n    image: ${K:-apache/kafka:4.1.0}", "3 kafka 4.1.0"),
                of(
                    "services: {k: {image: 'apache/kafka:${K}'}}",
                    "1 ? apache/kafka:${K}: K has no value in this file"),
                // strimzi
                of(
                    "services: {k: {image: 'quay.io/strimzi/kafka:0.43.0-kafka-3.8.0'}}",
                    "1 kafka 3.8.0"),
                // an anchor
                of(
                    "x: &a\n  image: golang:1.24.1\nservices:\n  b:\n    image: golang:1.25.0\n  c: *a",
                    "5 go 1.25.0",
                    "2 go 1.24.1"),
                // only services
                of("x-old: {image: 'openjdk:8'}\nservices: {a: {build: .}}")),
            in(
                "k8s/app.yaml",
                // several documents
                of(
                    "# first\n---\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: openjdk:17\n---\n"
                        + "apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec: {initContainers: [{image: 'golang:1.26.1'}]}}}\n",
                    "7 jdk 17",
                    "11 go 1.26.1"),
                of(
                    "{apiVersion: apps/v1, \"kind\": List, items: [\n  {apiVersion: v1, kind: Pod, spec: {containers: [\n"
                        + "    {name: k, \"image\": openjdk:17}]}}]}\n",
                    "3 jdk 17"),
                // some other YAML
                of("image: openjdk:17 # ours\nkind of: nothing\n", "1 jdk 17"),
                // without a version of the interface
                of("kind: Pod\nspec:\n  - image: 'openjdk:17'\n", "3 jdk 17"),
                // no image of that form
                of("image: logo.png\nlinks: {image: openjdk:17}\nimage: openjdk:17 and more\n"),
                // a template
                of(
                    "kind: Pod\napiVersion: v1\n{{- if .Values.own }}\nspec:\n  image: {{ .Values.image }}\n"
                        + "  image: a/b:1.38.0@sha256:fd8d9aa63ba2f0982b5304e1ee8d3b90a210bc1ffb5314d980eb6962f1a9715d\n",
                    "6 image:a/b 1.38.0@sha256:fd8d9aa63ba2f0982b5304e1ee8d3b90a210bc1ffb5314d980eb6962f1a9715d",
                    "5 ? {{ .Values.image }}: is filled in by a template")),
            in(
                "src/requirements/dev.in",
                of(
                    "# pinned\nFastMCP_slim[all]==3.4.7 \\\n    --hash=sha256:a\nurllib3>=1.26\nsix\na[x]==1.36.* # b\n",
                    "2 pypi:fastmcp-slim 3.4.7",
                    "4 ? urllib3>=1.26: its version is not read",
                    "6 ? a[x]==1.36.* # b: its version is not read"),
                of("\uFFFD\uFFFDs\0i\0x\0=\0=\0001\0\n", "0 ! has NUL bytes; expected UTF-8")),
            in(
                "src/a.csproj",
                of(
                    "<Project>\n  <PackageReference Include=\"Npgsql\" Version=\"10.0.3\" />\n</Project>",
                    "2 lib:nuget/Npgsql 10.0.3")),
            in(".sdkmanrc", of("# env\njava=21.0.4-tem\ngradle=9.0\n", "2 jdk 21")),
            in(
                "a/go.mod",
                // a release
                of("module a\n\ngo 1.24.1 // of last year", "3 go 1.24.1", "3 go-language 1.24.1"),
                // a line of releases
                of("module a\ngo 1.24", "2 go 1.24", "2 go-language 1.24"),
                // a toolchain counts, and defaults follow the go line, or what godebug names
                of("go 1.24.0\ntoolchain go1.25.9-x", "2 go 1.25.9", "1 go-language 1.24.0"),
                of(
                    "toolchain go1.25.9\ngo 1.24.0\ntoolchain default",
                    "1 go 1.25.9",
                    "2 go-language 1.24.0"),
                of("godebug default=go1.23\ngo 1.24.0", "1 go-language 1.23", "2 go 1.24.0"),
                of(
                    "go 1.24rc1\ngodebug (\n\tdefault=go1.21 // old\n\tpanicnil=1\n)",
                    "1 go 1.24rc1",
                    "3 go-language 1.21"),
                // modules
                of(
                    "go 1.24.0\nrequire a.b/c v1.2.3\nrequire (\n\td.e/f v0.1.0 // indirect\n)",
                    "1 go 1.24.0",
                    "1 go-language 1.24.0",
                    "2 lib:a.b/c 1.2.3",
                    "4 lib:d.e/f 0.1.0"),
                // replaced
                of("require a.b/c v1.2.3\nreplace a.b/c => d.e/f v2.0.0", "2 lib:d.e/f 2.0.0"),
                // a folder
                of(
                    "require a.b/c v1.2.3\nreplace (\na.b/c v1.2.3 => ../c\n)",
                    "3 ? a.b/c: is replaced by the folder ../c"),
                // no release
                of("go next", "1 ? go next: is no release of Go")),
            in(
                ".java-version",
                // a feature release
                of("21\n", "1 jdk 21"),
                // an update
                of("17.0.9", "1 jdk 17"),
                // the old numbers
                of("1.8", "1 jdk 8"),
                // a build
                of("temurin-21.0.4+7.0.LTS", "1 jdk 21"),
                // another
                of("corretto-8.422.05.1", "1 jdk 8"),
                // no JDK that labs run
                of(
                    "graalvm-ce-22.3.0",
                    "1 ? jdk graalvm-ce-22.3.0: does not show the version of jdk")),
            in(
                ".tool-versions",
                of(
                    "# tools\nnodejs 20.1.0\njava zulu-21.36.17 # here\ngolang 1.24.1\n",
                    "2 node 20.1.0",
                    "3 jdk 21",
                    "4 go 1.24.1"),
                of("java\n")),
            in(
                "gradle/libs.versions.toml",
                // references
                of(
                    "[versions]\nkafka = \"3.9.1\"\n[libraries]\na = { module = \"org.apache.kafka:kafka-clients\", version.ref = \"kafka\" }\n",
                    "2 lib:org.apache.kafka:kafka-clients 3.9.1"),
                // before the versions
                of(
                    "[libraries]\na = { group = 'g', name = 'a', version.ref = 'v' }\n[versions]\nv = '1' # here\n",
                    "4 lib:g:a 1"),
                // under a dotted key, and on a broken line
                of(
                    "[versions]\nv.strictly = '1'\nw = '2' !\n[libraries]\na = { module = 'g:a', version.ref = 'v' }\n"
                        + "b = { module = 'g:b', version.ref = 'w' }\n",
                    "5 lib:g:a 1",
                    "6 ? g:b: there is no version w in this catalogue"),
                // plain
                of(
                    "[libraries]\na = \"g:a:1.0\"\nb = { module = \"g:b\", version = \"2\" }\n",
                    "2 lib:g:a 1.0",
                    "3 lib:g:b 2"),
                // rich
                of(
                    "[versions]\nv = { strictly = \"[1,2[\", prefer = \"1.5\" }\n[libraries]\na = { module = \"g:a\", version = { prefer = \"3\" } }\nb = { module = 'g:b', version.ref = 'v' }",
                    "4 lib:g:a 3",
                    "2 lib:g:b [1,2["),
                // without a version
                of("[libraries]\na = { module = \"g:a\" }\n[bundles]\nx = [\n \"a\",\n]\n"),
                // no such version
                of(
                    "[libraries]\na = { module = \"g:a\", version.ref = \"v\" }",
                    "2 ? g:a: there is no version v in this catalogue"),
                // another form
                of(
                    "[libraries]\na = { module = 'g:a', version = '1' ]",
                    "2 ? a = { module = 'g:a', version = '1' ]: does not have the form of a catalogue"),
                of(
                    "[libraries]\na = [ 1 ]",
                    "2 ? a = [ 1 ]: does not have the form of a catalogue")),
            in(
                "app/gradle.lockfile",
                of(
                    "# by Gradle\norg.apache.kafka:kafka-clients:3.9.1=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n",
                    "2 kafka-clients 3.9.1")),
            in(
                "pom.xml",
                // dependencies
                of(
                    pom(
                        "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version></dependency></dependencies>"),
                    "1 lib:g:a 1"),
                // a property
                of(
                    pom(
                        "\n<properties>\n<v>2</v></properties><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${v}</version></dependency></dependencies></dependencyManagement>"),
                    "3 lib:g:a 2"),
                // an unknown property
                of(
                    pom(
                        "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${x}</version></dependency></dependencies>"),
                    "1 ? g:a ${x}: no pom of this repository defines that property"),
                // a property of itself
                of(
                    pom(
                        "<properties><x>${x}${x}</x></properties><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${x}</version></dependency></dependencies>"),
                    "1 ? g:a ${x}: no pom of this repository defines that property"),
                // managed elsewhere
                of(
                    pom(
                        "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency><dependency><groupId>g</groupId><artifactId>b</artifactId><version>${project.version}</version></dependency></dependencies>")),
                // a parent from elsewhere
                of(
                    pom(
                        "<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.5.0</version><relativePath/></parent>"),
                    "1 lib:org.springframework.boot:spring-boot-starter-parent 3.5.0"),
                // a level
                of(
                    pom("<properties><java.version>21</java.version></properties>"),
                    "1 ? java.version 21: the level to compile for, not the JDK that runs"),
                // a document type
                of(
                    "<!DOCTYPE project [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><project>&x;</project>",
                    "0 ! has a document type (DOCTYPE), which is not read"),
                // no XML
                of("<project>", "0 ! is not XML that faultlab reads, line 1"),
                // deep
                of("<project>" + "<a>".repeat(80_000) + "</a>".repeat(80_000) + "</project>")))
        .flatMap(examples -> examples);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyFileSaysWhatItNames(String path, String text, List<String> found) {
    assertThat(read(path, text)).isEqualTo(found);
  }

  /** What the file says, in its order. */
  private static List<String> read(String path, String text) {
    Snapshot commit = MapSnapshot.of(Map.of(path, text));
    Reading reading = ManifestChanges.read(commit, path);
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
