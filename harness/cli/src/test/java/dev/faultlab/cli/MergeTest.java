package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.stack.Execution;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A run on several machines that are not there: four pairs of points, and what may go wrong. */
class MergeTest extends TinyLabTest {
  private static final List<String> LAB = List.of("--entries", "10,20");
  private static final int SEEDS = 12;

  /** Whatever a point shows, and on however many machines: the same outcomes, effects, verdict. */
  @Test
  void mergedIsWhatOneMachineWouldHaveFound() throws IOException {
    Set<Judgement> seen = EnumSet.noneOf(Judgement.class);
    for (int seed = 0; seed < SEEDS; seed++) {
      TinyLab other = new TinyLab(Files.createDirectory(root.resolve("clone-" + seed)));
      other.engine().answer("program count", new FlakyCounters(seed)::count);
      int machines = 1 + seed % 5;
      other.run(LAB.toArray(String[]::new));
      RunResult whole = other.result();
      for (int shard = 1; shard <= machines; shard++) {
        assertThat(shard(other, shard + "/" + machines)).as(other.err()).isZero();
      }
      int status = other.faultlab(List.of("results", "merge", other.results().toString()));
      assertThat(status).as(other.err()).isEqualTo(whole.verdict().judgement().exitStatus());
      RunResult merged = newest(other);
      assertThat(merged.verdict()).isEqualTo(whole.verdict());
      assertThat(merged.outcomes()).isEqualTo(whole.outcomes());
      assertThat(merged.measurements()).isEqualTo(whole.measurements());
      assertThat(merged.effects()).isEqualTo(whole.effects());
      assertThat(merged.measured()).isEqualTo(whole.measured());
      assertThat(merged.parameters()).isEqualTo(whole.parameters());
      assertThat(merged.trials()).hasSameSizeAs(whole.trials());
      seen.add(merged.verdict().judgement());
    }
    assertThat(seen).containsExactlyInAnyOrder(Judgement.values());
  }

  /** Counters that depend on the point, and that are now and then not there. */
  private record FlakyCounters(Random random, List<Integer> counts) {
    FlakyCounters(long seed) {
      this(new Random(seed), new ArrayList<>());
      // Of keeps and forgets at 10 and 20 entries: mostly well, else the other way round or broken.
      for (int i = 0; i < 4; i++) {
        counts.add(random.nextInt(9));
      }
    }

    Execution count(List<String> command) {
      boolean keeps = command.get(2).equals("keeps");
      int mood = counts.get((keeps ? 0 : 1) + (command.get(3).equals("10") ? 0 : 2));
      if (mood == 0) {
        return new Execution(3, new byte[0], "no counters");
      }
      return TinyLab.counted(keeps == (mood != 1) ? 20 : 0);
    }
  }

  @Test
  void theFoldersTravelWithTheirEvidenceSoThatTheWholeCanBeJudgedAgain() throws IOException {
    lab.capture();
    run("1/2", "2/2");
    Path elsewhere = Files.move(lab.results(), root.resolve("travelled"));
    assertThat(lab.faultlab("results", "merge", elsewhere.toString())).as(lab.err()).isZero();
    Path folder = lab.folder();
    assertThat(RunFolder.partial(folder)).isFalse();
    for (String file : List.of("report.html", "junit.xml", "summary.md")) {
      assertThat(folder.resolve(file)).content().contains("forgets");
    }
    RunResult merged = lab.result();
    assertThat(merged.calibrations()).isNotEmpty();
    assertThat(merged.stacks().stream().map(s -> s.name()))
        .doesNotHaveDuplicates()
        .containsAll(merged.calibrations().stream().map(c -> c.stack()).toList());
    assertThat(merged.trials())
        .isNotEmpty()
        .allSatisfy(trial -> assertThat(folder.resolve(trial.folder())).isNotEmptyDirectory());
    assertThat(merged.provenance().get("merged from")).contains("shard 1/2", "shard 2/2");
    assertThat(lab.faultlab("results", "rejudge", merged.runId())).as(lab.err()).isZero();
    assertThat(lab.result().outcomes()).isEqualTo(merged.outcomes());
  }

  @Test
  void aMissingShardIsNamedAndLeavesTheRunInconclusive() throws IOException {
    run("1/3", "3/3");
    assertThat(merge()).isEqualTo(2);
    RunResult merged = newest(lab);
    assertThat(merged.verdict().judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(merged.obstacles()).singleElement().extracting(Obstacle::subject).isEqualTo("2/3");
    assertThat(merged.obstacles().get(0).message()).contains("shard 2/3 is missing", "keeps@");
    assertThat(merged.outcomes().stream().filter(o -> o.observations().isEmpty())).isNotEmpty();
    assertThat(merged.points()).hasSize(8);
  }

  @Test
  void oneThatBrokeOffOrCannotBeReadIsMissingAndIsToldWithItsReason() throws IOException {
    run("1/2", "2/2");
    Path second = shardFolder("2/2");
    Files.writeString(second.resolve(RunFolder.PARTIAL), "killed by the kernel\n");
    assertThat(merge()).isEqualTo(2);
    assertThat(newest(lab).obstacles().get(0).message()).contains("killed by the kernel");
    Files.delete(second.resolve(RunFolder.PARTIAL));
    Path result = second.resolve(ResultJson.FILE);
    String text = Files.readString(result);
    Files.writeString(result, text.substring(0, text.length() / 2));
    assertThat(merge()).isEqualTo(2);
    assertThat(newest(lab).obstacles().get(0).message()).contains("result.json");
  }

  @Test
  void aRepeatedShardCountsOnce() throws IOException {
    run("1/2", "2/2", "2/2");
    assertThat(merge()).as(lab.err()).isZero();
    assertThat(newest(lab).trials()).hasSize(16);
    assertThat(lab.out()).contains("Left out, run again: ");
    assertThat(
            lab.faultlab(
                List.of("results", "merge", lab.results().toString(), lab.results().toString())))
        .as("every folder given twice")
        .isZero();
  }

  @Test
  void aShardWithTwoDifferentEndsIsNotChosenFrom() throws IOException {
    run("1/2", "2/2");
    lab.engine().answer("program count", command -> TinyLab.counted(20));
    run("2/2");
    assertThat(merge()).isEqualTo(64);
    assertThat(lab.err()).contains("shard 2/2 ran twice", "CONTRADICTED");
  }

  @Test
  void otherParametersOrAnotherSplitAreRefused() throws IOException {
    run("1/2");
    assertThat(shard(lab, "2/2", "--trials", "3")).isZero();
    refused("parameters");
    Files.delete(shardFolder("2/2").resolve("shard.json"));
    run("2/3");
    refused("number of shards");
  }

  @Test
  void anotherCommitOrAnotherImageIsRefused() throws IOException {
    run("1/2", "2/2");
    Path result = shardFolder("2/2").resolve(ResultJson.FILE);
    String text = Files.readString(result);
    Files.writeString(result, text.replace("made for program", "rebuilt for program"));
    refused("image program:RELEASE=");
    Files.writeString(result, text.replace("\"engine\"", "\"commit\" : \"c0ffee\", \"engine\""));
    refused("not of one run, commit: ");
    Files.writeString(result, withDevice(text, "/dev/null"));
    Path first = shardFolder("1/2").resolve(ResultJson.FILE);
    Files.writeString(first, withDevice(Files.readString(first), "/dev/kvm"));
    assertThat(merge()).as("a device is no image").isZero();
  }

  private static String withDevice(String result, String device) {
    return result.replace("\"images\" : {", "\"images\" : {\"kvm-device\" : \"" + device + "\",");
  }

  @Test
  void aLabThatIsDeclaredOtherwiseHereIsRefused() throws IOException {
    run("1/2", "2/2");
    lab.declare(text -> text.replace("title: the cure", "title: another cure"));
    refused("has other files here than where its shards ran");
  }

  @Test
  void machinesThatAreTooManyHaveNothingToDoAndAreNotMissed() throws IOException {
    run("1/6", "2/6", "3/6", "4/6", "5/6", "6/6");
    assertThat(lab.out()).contains("nothing to do for shard 5/6", "nothing to do for shard 6/6");
    assertThat(lab.runs()).hasSize(4);
    assertThat(merge()).as(lab.err()).isZero();
  }

  private void run(String... shards) {
    for (String shard : shards) {
      assertThat(shard(lab, shard)).as(lab.err()).isZero();
    }
  }

  private static int shard(TinyLab lab, String number, String... options) {
    return lab.faultlab(
        Stream.of(
                Stream.of("run", "tiny", "--full", "--shard", number),
                LAB.stream(),
                Stream.of(options))
            .flatMap(words -> words)
            .toList());
  }

  private int merge() {
    return lab.faultlab("results", "merge", lab.results().toString());
  }

  private void refused(String why) throws IOException {
    int before = lab.runs().size();
    assertThat(merge()).isEqualTo(64);
    assertThat(lab.err()).contains(why);
    assertThat(lab.runs()).as("nothing was written").hasSize(before);
  }

  private Path shardFolder(String name) throws IOException {
    for (Path folder : lab.runs()) {
      Path result = folder.resolve(ResultJson.FILE);
      if (Files.exists(folder.resolve("shard.json"))
          && name.equals(ResultJson.read(result).provenance().get("shard"))) {
        return folder;
      }
    }
    throw new AssertionError("no shard " + name);
  }

  /** The merged one that was made last. */
  private static RunResult newest(TinyLab lab) throws IOException {
    RunResult newest = null;
    long time = -1;
    for (Path folder : lab.runs()) {
      Path result = folder.resolve(ResultJson.FILE);
      if (Files.exists(folder.resolve("shard.json")) || !Files.exists(result)) {
        continue;
      }
      RunResult run = ResultJson.read(result);
      long written = Files.getLastModifiedTime(result).toMillis();
      if (run.provenance().containsKey("merged from") && written >= time) {
        time = written;
        newest = run;
      }
    }
    assertThat(newest).as("a merged run").isNotNull();
    return newest;
  }
}
