package dev.faultlab.cli;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.Provisioning;
import dev.faultlab.upgrade.SyntheticRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Runs nothing, and finds what the lab expects or what a test says. */
final class SyntheticRuns extends PlannedRuns implements ImageSource {
  private static final Path CLONE = Path.of("../..").toAbsolutePath().normalize();
  private static final Map<String, String> LIBRARIES =
      Map.ofEntries(
          Map.entry("kafka-clients", "lib:org.apache.kafka:kafka-clients"),
          Map.entry("httpclient5", "lib:org.apache.httpcomponents.client5:httpclient5"),
          Map.entry("grpc", "lib:google.golang.org/grpc"),
          Map.entry("boto3", "pypi:boto3"),
          Map.entry("redis-py", "pypi:redis"),
          Map.entry("node", "npm:node"),
          Map.entry("spring-web", "lib:org.springframework:spring-web"),
          Map.entry("tomcat", "lib:org.apache.tomcat.embed:tomcat-embed-core"),
          Map.entry("httpx", "pypi:httpx"),
          Map.entry("go-redis", "lib:github.com/redis/go-redis/v9"),
          Map.entry("netty", "lib:io.netty:netty-codec-http2"),
          Map.entry("jackson-core", "lib:com.fasterxml.jackson.core:jackson-core"),
          Map.entry("snakeyaml", "lib:org.yaml:snakeyaml"),
          Map.entry("urllib3", "pypi:urllib3"));

  private final ImageSource provisioning =
      new Provisioning(
          new Workspace(CLONE, CacheDir.of(Map.of())),
          new LocalCommands(),
          message -> {},
          Map.of(),
          new LabReader(List.of(CLONE.resolve("labs"))).all());
  final List<Plan> started = new ArrayList<>();
  final List<String> lockedTo = new ArrayList<>();
  Function<Plan, RunResult> outcome = plan -> new SyntheticRun(plan).asExpected().result();
  Function<Plan, Optional<String>> unavailable =
      plan ->
          Optional.of("no openjdk-99 in any suite")
              .filter(no -> String.valueOf(plan.parameters().get("jdk")).contains("99"));
  List<Release> releases = List.of();

  SyntheticRuns() {
    super(null, null, System.out);
  }

  @Override
  public PlannedRuns locked(List<String> results) {
    lockedTo.addAll(results);
    return this;
  }

  @Override
  public void prepare(List<Plan> plans) {
    plans.stream()
        .flatMap(plan -> unavailable.apply(plan).stream())
        .findFirst()
        .ifPresent(
            why -> {
              throw new NoSuchImageException(why);
            });
  }

  @Override
  public ImageSource images() {
    return this;
  }

  @Override
  public Map<Requirement, Image> resolve(Collection<Requirement> needed) {
    return Map.of();
  }

  @Override
  public List<String> missing(Collection<Requirement> needed) {
    return List.of();
  }

  @Override
  public String newest(Requirement template) {
    return Value.NEWEST.toString();
  }

  @Override
  public RunResult run(Plan plan) {
    started.add(plan);
    return outcome.apply(plan);
  }

  @Override
  public Map<String, String> packages(Requirement image) {
    return Map.of("libc6", image.toString().endsWith("=17") ? "2.36" : "2.41");
  }

  @Override
  public List<Release> releases(Requirement template) {
    return releases;
  }

  /** As the roles of this clone say. */
  @Override
  public boolean takesImage(Requirement template) {
    return provisioning.takesImage(template);
  }

  @Override
  public Optional<String> library(Requirement template) {
    return LIBRARIES.keySet().stream()
        .filter(name -> template.toString().contains("{" + name + "}"))
        .map(LIBRARIES::get)
        .findFirst();
  }
}
