package dev.faultlab.upgrade.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.command.Toolbox;
import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.ImageException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.manifest.ManifestCases;
import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Place;
import dev.faultlab.manifest.Reading;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.manifest.UnreadableException;
import dev.faultlab.sbom.Sbom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Syft in its container: what it reads of good files, and what hostile ones can do. */
class SyftIT {
  private static final Path CLONE = Path.of("../..").toAbsolutePath().normalize();
  private static final String CARGO =
      "[[package]]\nname = \"tokio\"\nversion = \"%s\"\nsource = \"registry+https://r.example/i\"\n";

  @TempDir private Path folder;
  private final LocalCommands commands = new LocalCommands();
  private final List<List<String>> started = new ArrayList<>();
  private Toolbox tools;

  @BeforeEach
  void syftIsHere() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("FAULTLAB_IMAGES", "built"); // waits for no registry
    tools =
        new Toolbox(
            new Workspace(CLONE, CacheDir.of(System.getenv())),
            command -> {
              started.add(command.words());
              return commands.run(command);
            },
            message -> {},
            environment,
            System.out,
            List.of());
    List<String> missing =
        tools.provisioning().missing(List.of(new Requirement.Image("syft", Map.of())));
    assumeTrue(missing.isEmpty(), "Syft is not here; './faultlab images syft' brings it");
  }

  private Map<String, Reading> read(Map<String, String> texts)
      throws IOException, InterruptedException {
    return new Syft(tools, false).read(texts);
  }

  private static List<String> versions(Reading reading) {
    return reading.mentions().stream().map(m -> m.component() + " " + m.written()).toList();
  }

  @Test
  void movesOfEachKindOfLockFileAreFound() throws IOException, InterruptedException {
    Map<String, String> before = new HashMap<>();
    Map<String, String> after = new HashMap<>();
    for (ManifestCases one : ManifestCases.all()) {
      one.changes(
          texts -> {
            Map<String, String> side =
                one.before().entrySet().containsAll(texts.entrySet()) ? before : after;
            texts.forEach((path, text) -> side.put(one.name() + "/" + path, text));
            return Map.of();
          });
    }
    Map<String, Reading> old = read(before);
    Map<String, Reading> now = read(after);
    List<String> found = new ArrayList<>();
    for (ManifestCases one : ManifestCases.all()) {
      found.addAll(
          one.moves(
              one.changes(
                  texts -> {
                    boolean first = one.before().entrySet().containsAll(texts.entrySet());
                    return texts.keySet().stream()
                        .collect(
                            Collectors.toMap(
                                path -> path,
                                path ->
                                    at(path, (first ? old : now).get(one.name() + "/" + path))));
                  })));
    }
    List<String> lines = Files.readAllLines(ManifestCases.SAMPLES.resolve("cases.txt"));
    found.removeAll(lines);
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(
            Files.readAllLines(ManifestCases.SAMPLES.resolve("scanned.txt")));
  }

  private static Reading at(String path, Reading reading) {
    return new Reading(
        reading.mentions().stream()
            .map(
                one ->
                    Mention.library(
                        one.component().replaceFirst("^lib:", ""), one.written(), Place.of(path)))
            .toList(),
        reading.unclear(),
        Optional.empty());
  }

  @Test
  void aBrokenFileIsNamedAndTheRestIsRead() throws IOException, InterruptedException {
    Map<String, Reading> read =
        read(
            Map.of(
                "a/package-lock.json",
                "{\"lockfileVersion\":3,\"packages\":{\"node_modules/a\":{\"version\":\"1\"}",
                "b/Cargo.lock",
                CARGO.formatted("1.40.0"),
                "c/Cargo.lock",
                "[[package]]\nname = \"x\"\nversion = 1\n",
                // what a folder that is scanned tells Syft to do
                "b/.syft.yaml",
                "exclude: ['**/*']\noutput: [text=/out/written]\n",
                ".syft.yaml",
                "exclude: ['**/*']\noutput: [text=/out/written]\n"));
    assertThat(versions(read.get("b/Cargo.lock"))).containsExactly("lib:cargo/tokio 1.40.0");
    for (String broken : List.of("a/package-lock.json", "c/Cargo.lock")) {
      assertThat(read.get(broken).mentions()).isEmpty();
      assertThat(read.get(broken).unclear()).extracting(Unclear::what).containsExactly("file");
    }
  }

  @Test
  void namesWithControlCharactersAreNotTaken() throws IOException, InterruptedException {
    String lock =
        "{\"lockfileVersion\":3,\"packages\":{\"node_modules/a\\u001b[31m\":{\"version\":\"1\"},"
            + "\"node_modules/b\":{\"version\":\"$(id)\\u0000\"},\"node_modules/c\":{\"version\":\"3\"}}}";
    Reading read = read(Map.of("package-lock.json", lock)).get("package-lock.json");
    assertThat(versions(read)).containsExactly("npm:c 3");
    assertThat(read.unclear())
        .extracting(Unclear::why)
        .containsOnly("has control characters")
        .hasSize(2);
  }

  @Test
  void itsContainerHasNoNetworkAndLimits() throws IOException, InterruptedException {
    read(Map.of("Cargo.lock", CARGO.formatted("1")));
    String words =
        started.stream()
            .map(w -> String.join(" ", w))
            .filter(w -> w.contains(" run "))
            .findAny()
            .orElseThrow();
    assertThat(words)
        .contains("--network none", "--read-only", "--cap-drop ALL", "--memory 2048m")
        .contains(
            "--memory-swap 2048m", "--ulimit fsize=67108864", "--ulimit cpu=30", "--workdir /o")
        .contains(":/in:ro", "--env HOME=/tmp")
        .contains("--config /syft.yaml", "-java-archive-cataloger");
  }

  /** Properties that double: a kilobyte of XML becomes gigabytes. */
  @Test
  void aPomThatRunsForAMinuteIsGivenUp() {
    String properties =
        IntStream.range(0, 30)
            .mapToObj(i -> "<p%d>${p%d}${p%d}</p%d>".formatted(i, i + 1, i + 1, i))
            .collect(Collectors.joining("", "", "<p30>xxxxxxxxxx</p30>"));
    String pom =
        "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId>"
            + "<version>1</version><properties>%s</properties><dependencies><dependency><groupId>g"
            + "</groupId><artifactId>b</artifactId><version>${p0}</version></dependency>"
            + "</dependencies></project>";
    assertThatThrownBy(() -> read(Map.of("pom.xml", pom.formatted(properties))))
        .isInstanceOf(UnreadableException.class)
        .hasMessage("not read: Syft needs more than 30 s or 2 GiB of memory");
    assertThat(commands.run(DockerCommand.of("ps", "-a", "--format", "{{.Names}}")).out())
        .doesNotContain("faultlab-syft-");
  }

  @Test
  void moreOutputThanTheLimitIsNotRead() {
    String lock = CARGO.formatted("9".repeat(40 << 20));
    assertThatThrownBy(() -> read(Map.of("Cargo.lock", lock)))
        .isInstanceOf(UnreadableException.class)
        .hasMessage("not read: Syft found more than 64 MiB of packages");
  }

  /** A jar of some megabytes whose manifest fills the memory. */
  @Test
  void aJarThatGrowsIsOpenedOnlyOnDemandAndGivenUp() throws IOException, InterruptedException {
    Path jar = Files.createDirectories(folder.resolve("root/app")).resolve("a.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.setLevel(Deflater.BEST_SPEED);
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      byte[] line = "a".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 3 << 10; i++) {
        zip.write(line);
      }
    }
    Files.writeString(
        Files.createDirectories(folder.resolve("root/usr/lib/jvm/jdk")).resolve("release"),
        "IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_VERSION=\"21.0.4\"\nJAVA_RUNTIME_VERSION=\"21.0.4+7-LTS\"\n");
    String image = "faultlab-syft-it:" + ProcessHandle.current().pid();
    Path tar = folder.resolve("image.tar");
    run(Command.of("tar", "-C", folder.resolve("root").toString(), "-cf", tar.toString(), "."));
    run(DockerCommand.of("import", tar.toString(), image));
    try {
      Sbom read = new Syft(tools, false).image(image, any -> true);
      assertThat(read.mentions())
          .extracting(one -> one.component() + " " + one.version() + " " + one.written())
          .containsExactly("jdk 21 21.0.4+7-LTS");
      assertThat(read.unclear())
          .extracting(Unclear::words)
          .containsExactly(
              "image:%s: 1 jars have no known package; --archives opens jars".formatted(image));
      assertThatThrownBy(() -> new Syft(tools, true).image(image, any -> true))
          .isInstanceOf(ImageException.class)
          .hasMessage("cannot read image:%s: Syft needs more than 30 s or 2 GiB of memory", image);
    } finally {
      run(DockerCommand.of("image", "rm", image));
    }
  }

  private void run(Command command) {
    CommandResult result = commands.run(command.within(Duration.ofMinutes(2)));
    assertThat(result.ok()).as(result.err()).isTrue();
  }
}
