package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.files.Trees;
import dev.faultlab.owner.Owner;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.Checkpoint;
import dev.faultlab.run.FakeEngine;
import dev.faultlab.stack.StackException;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run of eight trials that breaks off and is gone on with. */
class ResumeTest {
  private static final int TRIALS = 8;

  /** Says the PID namespace of whoever reads it. */
  private static final String SELF = "/proc/self/ns/pid";

  @TempDir private Path root;
  private TinyLab lab;

  @BeforeEach
  void lab() throws IOException {
    lab = new TinyLab(root.resolve("clone"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8})
  void carriesOutWhatWasNotCarriedOutAndNothingElse(int broken) throws IOException {
    TinyLab unbroken = new TinyLab(root.resolve("unbroken"));
    unbroken.capture();
    unbroken.run();
    lab.capture();
    breakOffInTrial(broken);

    RunResult result = resumed();
    RunResult whole = unbroken.result();
    assertThat(lab.engine().times("program count")).isEqualTo(TRIALS + 1);
    assertThat(result.trials())
        .extracting(TrialRecord::folder)
        .containsExactlyElementsOf(whole.trials().stream().map(TrialRecord::folder).toList());
    assertThat(result.outcomes())
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*folder.*")
        .isEqualTo(whole.outcomes());
    assertThat(result.measurements()).isEqualTo(whole.measurements());
    assertThat(result.effects()).isEqualTo(whole.effects());
    assertThat(result.points()).isEqualTo(whole.points());
    assertThat(result.stacks()).isEqualTo(whole.stacks());
    assertThat(result.parameters()).isEqualTo(whole.parameters());
    assertThat(result.obstacles()).isEmpty();
    assertThat(result.provenance().get("resumed"))
        .contains("with " + (broken - 1) + " trials, after: interrupted");
    assertThat(lab.folder().resolve(RunFolder.PARTIAL)).doesNotExist();
    assertThat(lab.folder().resolve(Checkpoint.FILE)).doesNotExist();
  }

  @Test
  void trialsThatAreKeptStayAsTheyWere() throws IOException {
    lab.capture();
    breakOffInTrial(4);
    Path first = lab.folder().resolve("evidence/keeps@release=1/1/counts.json");
    Files.writeString(first, Files.readString(first).replace("120", "777"));

    RunResult result = resumed();
    assertThat(result.measurements().get(0).samples()).containsExactly(777.0, 120.0);
    assertThat(result.calibrations())
        .extracting(RunResult.CalibrationResult::stack)
        .containsExactly("tiny-1", "tiny-2", "tiny-3", "tiny-4");
  }

  @Test
  void aRunThatWasKilledLeavesItsCompleteTrials() throws IOException {
    lab.onTrial(6, this::keep);
    killed();
    RunResult result = resumed();
    assertThat(result.trials()).hasSize(TRIALS);
    assertThat(result.provenance().get("resumed")).contains("with 5 trials, after: started");
  }

  /** Killed when a stack had been calibrated and nothing of it was written down. */
  @Test
  void aCalibrationOfAStackThatNobodyKnowsIsMadeAgain() throws IOException {
    lab.capture();
    AtomicInteger calibration = new AtomicInteger();
    lab.engine()
        .on(
            "dig two.lab",
            () -> {
              if (calibration.incrementAndGet() == 2) {
                keep();
              }
            });
    killed();
    Path calibrated = lab.folder().resolve("evidence/calibration-dns-delay-tiny-1/1/dns.pcap");
    assertThat(calibrated).isRegularFile();
    RunResult result = resumed();
    assertThat(result.obstacles()).isEmpty();
    assertThat(result.calibrations()).hasSize(2);
  }

  private void keep() {
    Trees.copy(lab.results().resolve("tiny"), root.resolve("kept"));
  }

  /** Leaves what there was when it was kept. */
  private void killed() throws IOException {
    lab.run();
    Path folder = lab.folder();
    Trees.delete(folder);
    Trees.copy(root.resolve("kept"), folder.getParent());
  }

  @Test
  void aTrialWhoseEvidenceIsNotWholeIsCarriedOutAgain() throws IOException {
    breakOffInTrial(4);
    Path cut = lab.folder().resolve("evidence/keeps@release=1/1/reads.log");
    Files.write(cut, new byte[] {1, 2, 3});
    Files.writeString(cut.resolveSibling("left.log"), "of the first time");

    RunResult result = resumed();
    assertThat(result.provenance().get("resumed")).contains("with 2 trials");
    assertThat(result.trials()).hasSize(TRIALS);
    assertThat(result.verdict().judgement()).isEqualTo(Judgement.AS_EXPECTED);
    assertThat(cut.resolveSibling("left.log")).doesNotExist();
  }

  @Test
  void aTrialThatFailedIsNotTriedAgain() throws IOException {
    lab.onTrial(
        2,
        () -> {
          throw new StackException("the program fell over");
        });
    breakOffInTrial(5);

    assertThat(resume()).isEqualTo(2);

    assertThat(lab.result().trials().get(1).failure())
        .hasValueSatisfying(why -> assertThat(why).contains("the program fell over"));
    assertThat(lab.engine().times("program count")).isEqualTo(TRIALS + 1);
  }

  @Test
  void itMayBreakOffAgain() throws IOException {
    breakOffInTrial(3);
    lab.onTrial(7, interrupting());
    assertThat(resume()).isEqualTo(130);
    RunResult result = resumed();
    assertThat(result.provenance().get("resumed")).contains("with 2 trials", "; ", "with 5 trials");
    assertThat(result.trials()).hasSize(TRIALS);
  }

  @Test
  void wavesGoOnWhereTheyWere() throws IOException {
    lab.declare(text -> text + "\nmemory: {app: 900, dns: 100}\n");
    lab.memory("1g");
    lab.onTrial(6, interrupting());
    assertThat(lab.run()).isEqualTo(130);
    lab.memory("999m");
    assertThat(resume()).isEqualTo(69);
    assertThat(lab.err()).contains("need 1000 MiB of memory, but 999 MiB are available");
    lab.memory("8g");
    assertThat(resumed().provenance()).containsEntry("waves", "2");
    assertThat(lab.result().trials()).hasSize(TRIALS);
    assertThat(lab.engine().started()).containsExactly("tiny-1", "tiny-2", "tiny-3");
  }

  @Test
  void aShardStaysOne() throws IOException {
    lab.engine().answer("program count", command -> TinyLab.counted(20)); // a contradiction
    lab.onTrial(2, interrupting());
    assertThat(lab.run("--shard", "1/2")).isEqualTo(130);
    assertThat(resumed().provenance()).containsEntry("shard", "1/2");
    assertThat(lab.folder().resolve("shard.json")).exists();
  }

  /** What has changed, and what is said of it. */
  record Change(String message, LabChange mutation) {
    interface LabChange {
      void change(TinyLab lab) throws IOException;
    }

    @Override
    public String toString() {
      return message;
    }
  }

  static Stream<Change> changes() {
    return Stream.of(
        new Change("lab tiny has changed", lab -> lab.declare(text -> text + "# more\n")),
        new Change(
            "commit was not known, and is now abc", lab -> lab.engine().machine("commit", "abc")),
        new Change(
            "program:RELEASE=1 was made for program:RELEASE=1, and is now rebuilt",
            TinyLab::makesImagesAnew),
        new Change(
            "was interrupted before it had anything to resume",
            lab -> Files.delete(lab.folder().resolve(Checkpoint.FILE))),
        new Change(
            "checkpoint.json cannot be read",
            lab -> Files.writeString(lab.folder().resolve(Checkpoint.FILE), "{\"schema\": ")),
        new Change(
            "is still active, in process " + other().pid(), lab -> isOwnedBy(lab, label(other()))));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void refusesWhatCouldNotStandBesideTheRest(Change change) throws IOException {
    breakOffInTrial(4);
    Path folder = lab.folder();
    change.mutation().change(lab);
    Map<String, String> before = texts(folder);
    int started = lab.engine().started().size();

    assertThat(resume()).as(lab.err()).isEqualTo(64);

    assertThat(lab.err()).contains(change.message());
    assertThat(lab.err().lines().filter(line -> !line.startsWith("See "))).hasSize(1);
    assertThat(lab.engine().started()).hasSize(started);
    assertThat(texts(folder)).isEqualTo(before);
  }

  /** Also what was met before the first trial had ended. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void refusesARunThatMetSomethingASecondTryWouldHide(int trial) throws IOException {
    lab.breaks("start tiny-1", new StackException("no room"));
    lab.onTrial(trial, interrupting());
    assertThat(lab.run()).isEqualTo(130);
    assertThat(resume()).isEqualTo(64);
    assertThat(lab.err()).contains("can no longer reach a verdict").contains("no room");
  }

  @Test
  void refusesARunThatIsComplete() throws IOException {
    lab.run();
    assertThat(resume()).isEqualTo(64);
    assertThat(lab.err()).contains("was not interrupted");
  }

  @Test
  void aRunWhoseEndCannotBeSeenGoesOnWhereSomebodySaysThatItHasEnded() throws IOException {
    Process elsewhere =
        new ProcessBuilder("unshare", "--pid", "--fork", "sh", "-c", "readlink $0; exec cat", SELF)
            .start();
    try {
      // Nothing where that is not allowed: then no namespace's end can be seen from here.
      String link = Optional.ofNullable(elsewhere.inputReader().readLine()).orElse("pid:[1]");
      Owner me = Owner.current();
      Owner hidden = new Owner(me.boot(), me.pid(), me.startedTicks(), link.replaceAll("\\D", ""));
      breakOffInTrial(4);
      isOwnedBy(lab, hidden.label());
      Path folder = lab.folder();
      Map<String, String> before = texts(folder);

      assertThat(resume()).as(lab.err()).isEqualTo(64);
      assertThat(lab.err())
          .contains("cannot see whether")
          .contains("has ended: ./faultlab run --resume " + folder.getFileName() + " --ended");
      assertThat(texts(folder)).isEqualTo(before);

      assertThat(resume("--ended")).as(lab.err()).isZero();
      assertThat(lab.result().trials()).hasSize(TRIALS);
      assertThat(lab.result().provenance().get("resumed"))
          .contains("with 3 trials, after: started");
    } finally {
      elsewhere.destroy();
    }
  }

  @Test
  void nobodysWordCountsAgainstAProcessThatIsSeenToRun() throws IOException {
    breakOffInTrial(4);
    isOwnedBy(lab, label(other()));
    assertThat(resume("--ended")).as(lab.err()).isEqualTo(64);
    assertThat(lab.err()).contains("is still active, in process " + other().pid());
  }

  private int resume(String... more) throws IOException {
    String run = lab.folder().getFileName().toString();
    return lab.faultlab(Stream.concat(Stream.of("run", "--resume", run), Stream.of(more)).toList());
  }

  private RunResult resumed() throws IOException {
    assertThat(resume()).as(lab.err()).isZero();
    return lab.result();
  }

  private void breakOffInTrial(int number) throws IOException {
    lab.onTrial(number, interrupting());
    assertThat(lab.run()).as(lab.err()).isEqualTo(130);
    assertThat(lab.folder().resolve(RunFolder.PARTIAL)).exists();
  }

  /** As Ctrl-C does it: the thread of the run is interrupted, whichever carries out the trial. */
  private FakeEngine.Event interrupting() {
    Thread run = Thread.currentThread();
    return () -> {
      run.interrupt();
      throw new InterruptedException();
    };
  }

  private static Map<String, String> texts(Path folder) throws IOException {
    Map<String, String> texts = new HashMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return texts;
  }

  private static void isOwnedBy(TinyLab lab, String owner) throws IOException {
    Files.writeString(
        lab.folder().resolve(RunFolder.PARTIAL),
        "started 2026-01-01T00:00:00Z by process " + owner + "; not finished\n");
  }

  /** A process that lives, and is not this one. */
  private static ProcessHandle other() {
    return ProcessHandle.current().parent().orElseThrow();
  }

  private static String label(ProcessHandle process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    String ticks = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19];
    Owner me = Owner.current();
    return new Owner(me.boot(), process.pid(), ticks, me.namespace()).label();
  }
}
