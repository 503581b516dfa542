package dev.faultlab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.files.Trees;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be seen to be wrong with a repair before anybody works on it. */
class ExerciseChecksTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path labs;

  @BeforeEach
  void tiny() throws IOException {
    Path folder = Files.createDirectories(labs.resolve("tiny"));
    Files.copy(Path.of("../samples/tiny/lab.yaml"), folder.resolve("lab.yaml"));
    Trees.copy(Path.of("../samples/tiny/class"), folder.resolve("class"));
  }

  private List<String> problems() {
    Lab lab = new LabReader(List.of(labs)).read("tiny");
    return ExerciseChecks.ofRepairs(lab, ROOT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"charset", "dns-go", "dns-java", "random", "syncookie"})
  void everyLabHasThreeThatAreSound(String name) {
    Lab lab = new LabReader(List.of(ROOT.resolve("labs"))).read(name);
    assertThat(Repairs.of(lab)).hasSizeGreaterThanOrEqualTo(3);
    assertThat(ExerciseChecks.ofRepairs(lab, ROOT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "repairs.yaml,    'variant: keeps', 'variant: holds',      no variant 'holds'",
    "repairs.yaml,    'release: 2',     'relaese: 2',          no axis 'relaese'",
    "repairs.yaml,    'right: [none]',  'right: []',           no reason counts as a cure",
    "repairs.yaml,    'reads-random, a','reads, a',            no signature 'reads'",
    "repairs.yaml,    'variant: forgets','variant: loses',     guard random: no variant 'loses'",
    "repairs.yaml,    'shell: app',     'shel: app',           shel",
    "repairs.yaml,    'allows:',        'permits:',            allows",
    "repairs.yaml,    'is: requests',   'was: requests',       with only one of",
    "repairs.yaml,    'fact: whole',    'fact: half',          is no fact of never-evicts",
    "repairs.yaml,    'fact: whole',    'fact: whole, variant: keeps', own trial",
    "repairs.yaml,    'fact: whole',    'fact: whole, value: a', not one of 'signature'",
    "repairs.en.yaml, '  evict:',       '  evicts:',           has no title",
  })
  void whatDoesNotFitIsNamed(String file, String there, String replacement, String message)
      throws IOException {
    assertThat(problems()).isEmpty();
    Path path = labs.resolve("tiny/class").resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(there);
    Files.writeString(path, text.replaceFirst(java.util.regex.Pattern.quote(there), replacement));
    assertThat(String.join("\n", problems())).contains(message);
  }

  @Test
  void aSolutionThatIsNotThereIsNamed() throws IOException {
    Files.delete(labs.resolve("tiny/class/evict/solution/cache.properties"));
    assertThat(problems()).singleElement().asString().contains("solution/cache.properties");
  }

  @Test
  void aSolutionMayBeAPatchThatFitsTheStart() throws IOException {
    Path solution = labs.resolve("tiny/class/evict/solution");
    Path whole = solution.resolve("cache.properties");
    String patch =
        """
        --- a/cache.properties
        +++ b/cache.properties
        @@ -1 +1 @@
        -%s
        +cache.policy = evicts
        """;
    String start = Files.readString(labs.resolve("tiny/class/evict/start/cache.properties"));
    Files.delete(whole);
    Path file = solution.resolve("cache.properties.patch");
    Files.writeString(file, patch.formatted(start.strip()));
    assertThat(problems()).isEmpty();
    Exercise<Repair> evict = Repairs.find(new LabReader(List.of(labs)).read("tiny"), "evict");
    assertThat(Repairs.solution(evict, ROOT, "cache.properties"))
        .isEqualTo("cache.policy = evicts\n");
    Files.writeString(file, patch.formatted("another start"));
    assertThat(problems()).singleElement().asString().contains("does not fit");
  }
}
