package dev.faultlab.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cli.TinyLab;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.report.Reports;
import dev.faultlab.result.ResultJson;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run's folder that a stranger has prepared with links, pipes and paths that lead elsewhere. */
class RefusedFolderTest {
  @TempDir private Path root;
  private TinyLab lab;
  private Path victim;

  @BeforeEach
  void run() throws IOException {
    lab = new TinyLab(root);
    lab.run();
    victim = Files.writeString(root.resolve("bashrc"), "precious");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ln -s ../../../bashrc .summary.md.tmp",
        "ln -sf ../../../bashrc report.html",
        "ln -s ../../../bashrc evidence/keeps@release=1/1/link.json",
        "ln -s nowhere evidence/nowhere",
        "ln -s /proc/sys/net evidence/net",
        "mkfifo evidence/pipe",
      })
  void everyCommandRefusesALinkOrAPipe(String command) throws Exception {
    Path folder = lab.folder();
    Process process = new ProcessBuilder(command.split(" ")).directory(folder.toFile()).start();
    assertThat(process.waitFor()).isZero();
    Map<Path, FileTime> before = times(folder);
    String odd = command.substring(command.lastIndexOf('/') + 1).replaceFirst(".* ", "");
    for (String words :
        List.of(
            "results render RUN",
            "results rejudge RUN",
            "results diff RUN RUN",
            "results render RUN/result.json",
            "dev reference RUN",
            "run --resume RUN")) {
      refused(words, folder, odd);
    }
    assertThat(lab.faultlab("results", "list")).as(lab.err()).isZero();
    assertThat(lab.out()).contains("(refused)");
    assertThat(times(folder)).isEqualTo(before);
    assertThat(victim).hasContent("precious");
    assertThat(lab.results().resolve("diff")).doesNotExist();
  }

  @Test
  void hardLinksAreFine() throws IOException {
    Files.createLink(lab.folder().resolve("again.json"), lab.folder().resolve(ResultJson.FILE));
    assertThat(lab.faultlab("results", "render", lab.folder().toString())).as(lab.err()).isZero();
  }

  @Test
  void resumeRefusesALink() throws IOException {
    Files.writeString(lab.folder().resolve(RunFolder.PARTIAL), "killed\n");
    Files.createSymbolicLink(lab.folder().resolve("checkpoint.json"), victim);
    refused("run --resume RUN", lab.folder(), "checkpoint.json");
  }

  @Test
  void mergeRefusesAShardWithALink() throws IOException {
    Path shard = shard();
    Files.createSymbolicLink(shard.resolve("evidence/id_ed25519"), victim);
    refused("results merge RUN", shard, "id_ed25519");
    assertThat(lab.runs()).as("nothing was written").hasSize(2);
  }

  @Test
  void mergeRefusesAShardThatIsFarLargerThanItLooks() throws IOException {
    Path shard = shard();
    try (RandomAccessFile sparse =
        new RandomAccessFile(shard.resolve("evidence/sparse").toFile(), "rw")) {
      sparse.setLength(5L << 30);
    }
    refused("results merge RUN", shard, "more than 4 GiB");
    assertThat(lab.runs()).as("nothing was written").hasSize(2);
  }

  /** A trial's folder made report.html list what is in it. */
  @Test
  void everyPathOfAResultStaysInside() throws IOException {
    Path folder = lab.folder();
    for (String outside : List.of("../../../../../../proc/sys/net", "/proc/sys/net", "a\\u0000")) {
      Path result = folder.resolve(ResultJson.FILE);
      String text = Files.readString(result);
      lead(result, outside);
      Map<Path, FileTime> before = times(folder);
      for (String words :
          List.of(
              "results render RUN",
              "results rejudge RUN",
              "results diff RUN RUN",
              "dev reference RUN")) {
        refused(words, folder, "expected one inside");
      }
      assertThat(times(folder)).isEqualTo(before);
      assertThat(folder.resolve(Reports.PAGE)).content().doesNotContain("netdev_budget");
      Files.writeString(result, text);
    }
  }

  @Test
  void everyPathOfAShardStaysInside() throws IOException {
    Path shard = shard();
    lead(shard.resolve(ResultJson.FILE), "../../x");
    refused("results merge RUN", shard, "expected one inside");
    assertThat(lab.runs()).as("nothing was written").hasSize(2);
  }

  @Test
  void everyPathOfACheckpointStaysInside() throws IOException {
    TinyLab broken = new TinyLab(Files.createDirectory(root.resolve("broken")));
    Thread run = Thread.currentThread();
    broken.onTrial(
        3,
        () -> {
          run.interrupt();
          throw new InterruptedException();
        });
    assertThat(broken.run()).isEqualTo(130);
    Path checkpoint = broken.folder().resolve("checkpoint.json");
    lead(checkpoint, "../../x");
    refused("run --resume RUN", broken.folder(), "expected one inside");
  }

  /** The first trial of a result is in another folder. */
  private static void lead(Path file, String folder) throws IOException {
    String trial = Matcher.quoteReplacement("\"folder\" : \"" + folder + "\"");
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("\"folder\" ?: ?\"[^\"]*\"", trial));
  }

  private Path shard() throws IOException {
    assertThat(lab.run("--shard", "1/1")).as(lab.err()).isZero();
    return lab.runs().stream()
        .filter(run -> Files.exists(run.resolve("shard.json")))
        .findFirst()
        .orElseThrow();
  }

  private void refused(String words, Path run, String why) {
    int told = lab.err().length();
    List<String> typed = List.of(words.replace("RUN", run.toString()).split(" "));
    int status =
        words.startsWith("dev ")
            ? lab.execute(typed, tools -> DevCommand.commandLine(tools, typed))
            : lab.faultlab(typed);
    assertThat(lab.err().substring(told)).as(words).contains(why).doesNotContain("\tat ");
    assertThat(status).as(words).isEqualTo(ExitStatus.USAGE);
  }

  private static Map<Path, FileTime> times(Path folder) throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        times.put(path, Files.getLastModifiedTime(path));
      }
    }
    return times;
  }
}
