package dev.faultlab.cli;

import static dev.faultlab.run.FakeEngine.output;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.files.Trees;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Repairs by their command lines, on an engine that is not there. The learner's file names a policy
 * of the program, which the trials then have.
 */
class RepairsTest extends TinyLabTest {
  private static final int PASS = 0;
  private static final int NOT_CURED = 1;
  private static final int INCONCLUSIVE = 2;
  private static final int USAGE = 64;

  private Path file;

  @BeforeEach
  void exercises() throws IOException {
    Trees.copy(Path.of("../samples/tiny/class"), root.resolve("labs/tiny/class"));
    file = root.resolve("repair/tiny/evict/cache.properties");
    lab.engine().answer("program count", c -> counted(c.get(2)));
    lab.engine()
        .answer(
            "program trace",
            c -> lab.traced(c.get(2).equals("keeps") || c.get(2).equals("reads") ? 8 : 0, "8"));
  }

  private static Execution counted(String policy) {
    return switch (policy) {
      case "keeps" -> TinyLab.counted(20);
      case "crawls" -> output("{\"expired\": 20, \"kept\": 0, \"rate\": 3}");
      case "shrinks" -> output("{\"expired\": 9, \"kept\": 0, \"rate\": 100}");
      case "crashes" -> new Execution(1, new byte[0], "it crashed");
      default -> TinyLab.counted(0);
    };
  }

  private int checkWith(String policy) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "cache.policy = " + policy + "\n");
    return lab.faultlab("repair", "check", "tiny", "evict");
  }

  @Test
  void allAreListedWithTheirTitles() {
    assertThat(lab.faultlab("repair", "start")).isZero();
    assertThat(lab.out())
        .containsPattern("tiny +evict +the cache that keeps everything")
        .containsPattern("tiny +secret +where");
  }

  @Test
  void toBeginOneTellsItsStoryAndPutsItsFilesThereOnce() throws IOException {
    assertThat(lab.faultlab("repair", "start", "tiny", "evict")).isZero();
    assertThat(lab.out()).contains("Let them go.").contains(file.toString());
    assertThat(file).hasContent("cache.policy = keeps");
    Files.writeString(file, "cache.policy = forgets\n");
    lab.faultlab("repair", "start", "tiny", "evict");
    assertThat(file).hasContent("cache.policy = forgets");
    lab.faultlab("repair", "reset", "tiny", "evict");
    assertThat(file).hasContent("cache.policy = keeps");
    assertThat(lab.engineAsked()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "forgets, 0, They go.",
    "keeps,   1, the fault is still there: present (share): of 20 entries",
    "crawls,  1, it serves next to nothing now (requests served in a second = 3",
    "shrinks, 1, it holds next to nothing now (entries that expired = 9",
    "reads,   1, it waits for entropy now (reads-random present (dev-random)",
    "crashes, 2, it crashed",
  })
  void whatTheFilesComeTo(String policy, int status, String output) throws IOException {
    assertThat(checkWith(policy)).as(lab.out() + lab.err()).isEqualTo(status);
    assertThat(lab.out()).contains(output);
    assertThat(lab.runs()).as("among the lab's results").isEmpty();
  }

  @Test
  void aFaultThatIsGoneForAnotherReasonIsNotCured() throws IOException {
    lab.faultlab("repair", "start", "tiny", "secret");
    Files.writeString(
        root.resolve("repair/tiny/secret/cache.properties"), "cache.policy = forgets\n");
    assertThat(lab.faultlab("repair", "check")).isEqualTo(NOT_CURED);
    assertThat(lab.out()).contains("for a reason that is not a fix: nothing is read at all");
    lab.faultlab("repair", "hint");
    assertThat(lab.out()).contains("Hint 1 of 1: some device has to be read");
  }

  @Test
  void withoutTheFaultInTheControlNothingCanBeSaid() throws IOException {
    lab.engine().answer("program count", c -> TinyLab.counted(0));
    assertThat(checkWith("forgets")).isEqualTo(INCONCLUSIVE);
    assertThat(lab.out())
        .contains("inconclusive")
        .contains("without your files does not show the fault");
  }

  @Test
  void aStackThatDoesNotStartIsNoCureAndNoFault() throws IOException {
    lab.breaks("start tiny-1", new StackException("the JVM does not know that option"));
    assertThat(checkWith("forgets")).isEqualTo(INCONCLUSIVE);
    assertThat(lab.out()).contains("the JVM does not know that option");
  }

  @ParameterizedTest
  @CsvSource({
    "cache.policy = KEEPS, 'cache.policy is ''KEEPS'', expected [a-z]+'",
    "cache.size = 3,       'there is no line for ''cache.policy'''",
    "cache.size = 3,       '''cache.size'' cannot be set here'",
  })
  void filesThatSetSomethingElseAreRefusedBeforeAnythingIsStarted(String line, String output)
      throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, line + "\n");
    assertThat(lab.faultlab("repair", "check", "tiny", "evict")).isEqualTo(NOT_CURED);
    assertThat(lab.out()).contains(output);
    assertThat(lab.engineAsked()).isFalse();
  }

  @Test
  void hintsGoWithWhatWasFoundAndComeOneByOne() throws IOException {
    lab.faultlab("repair", "hint", "tiny", "evict");
    assertThat(lab.out()).endsWith("Hint 1 of 1: look at the policy\n");
    checkWith("keeps");
    lab.faultlab("repair", "hint");
    assertThat(lab.out()).endsWith("Hint 1 of 2: what does keeps mean\n");
    lab.faultlab("repair", "hint");
    assertThat(lab.out()).endsWith("Hint 2 of 2: try forgets\n");
    lab.faultlab("repair", "hint");
    assertThat(lab.out()).contains("There is no further hint");
    checkWith("reads");
    lab.faultlab("repair", "hint");
    assertThat(lab.out()).endsWith("Hint 1 of 1: not that one\n");
    checkWith("crashes");
    lab.faultlab("repair", "hint");
    assertThat(lab.out()).endsWith("Hint 1 of 1: see the logs\n");
  }

  @Test
  void theModelSolutionsOfALabAreCheckedInOneRunBesideTheLearnersFiles() throws IOException {
    lab.engine()
        .answer(
            "program trace",
            c ->
                c.get(2).equals("urandom")
                    ? lab.traced("/dev/urandom", 8, "8")
                    : lab.traced(c.get(2).equals("keeps") ? 8 : 0, "8"));
    lab.faultlab("repair", "start", "tiny", "evict");
    assertThat(lab.faultlab("repair", "check", "tiny", "--solution")).as(lab.out()).isEqualTo(PASS);
    assertThat(lab.out()).contains("tiny evict: fixed").contains("tiny secret: fixed");
    assertThat(file).hasContent("cache.policy = keeps");
    assertThat(lab.engine().swept()).hasSize(1);
  }
}
