package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cure.CureLists;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.LabFault;
import dev.faultlab.lab.LabReader;
import dev.faultlab.result.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code cures}: a lab with one cure that works and one that does not. */
class FixesCommandTest {
  @TempDir Path root;
  private TinyLab lab;

  @BeforeEach
  void aLabWithCures() throws IOException {
    lab = TinyCures.lab(root);
  }

  private void cures(String text) throws IOException {
    TinyCures.write(root, text);
  }

  @Test
  void withoutAResultNothingIsSaidOfWhatTheyDo() {
    assertThat(lab.faultlab("fixes", "tiny")).isZero();
    assertThat(lab.out())
        .contains("No run has shown these fixes here yet")
        .containsPattern("forgets +not shown here yet +the program +release 1 and later")
        .contains("apply   program --forget", "apply   program check")
        .doesNotContain("evidence", "metric", "does not help");
  }

  @Test
  void runsThemAndTellsWhatWasSeenWithAndWithoutEach() throws IOException {
    assertThat(lab.faultlab("fixes", "tiny", "--run", "--at", "release=1")).isZero();
    assertThat(lab.result().points())
        .extracting(point -> point.id())
        .containsExactly(
            "keeps@release=1", "keeps@release=1@cure=forgets", "keeps@release=1@cure=larger");
    assertThat(lab.out())
        .containsPattern("forgets +cures ")
        .containsPattern("larger +does not help ")
        .contains(
            "never-evicts absent (none), without it present, n = 2 at keeps, release 1",
            "metric    requests 100",
            "without it 120",
            "why not   It only takes longer");
  }

  @Test
  void ofAFixThatLeavesTheFaultItTellsWhatItChanges() throws IOException {
    cures(TinyCures.CURES + "  price: rate\n");
    Map<String, Integer> kept = Map.of("keeps", 20, "none", 20, "larger", 5, "forgets", 0);
    lab.engine().answer("program count", c -> TinyLab.counted(kept.get(c.get(2))));
    assertThat(lab.faultlab("fixes", "larger", "--run")).isZero();
    assertThat(lab.out()).containsPattern("the fault stays; requests 105 .*, without it 120");
  }

  @Test
  void committedResultsThatStandSideBySideAreShownTogether() throws IOException {
    Path reference = Files.createDirectories(root.resolve("results/reference"));
    for (String name : List.of("tiny-cures", "tiny-cures-prices", "tiny-curesome")) {
      List<Path> earlier = lab.runs();
      lab.faultlab("fixes", "tiny", "--run", "--trials", "1");
      List<Path> run = lab.runs().stream().filter(folder -> !earlier.contains(folder)).toList();
      assertThat(run).hasSize(1);
      Files.copy(run.get(0).resolve(ResultJson.FILE), reference.resolve(name + ".json"));
    }
    String before = lab.out();
    assertThat(lab.faultlab("fixes", "never-evicts")).isZero();
    String shown = lab.out().substring(before.length());
    assertThat(shown.lines().filter(line -> line.startsWith("Run "))).hasSize(2);
    assertThat(shown)
        .contains("without it 120")
        .containsPattern("forgets +cures ")
        .containsPattern("larger +does not help ");
  }

  @Test
  void aCureThatDoesNotDoWhatTheLabExpectsIsAContradiction() {
    lab.engine().answer("program count", command -> TinyLab.counted(20));
    assertThat(lab.faultlab("fixes", "tiny", "--run")).isEqualTo(1);
  }

  @Test
  void knowsFaultsAndLabsAndRefusesTheRest() {
    assertThat(lab.faultlab("fixes", "never-evict")).isEqualTo(64);
    assertThat(lab.err())
        .contains("no fixes for 'never-evict'; did you mean 'never-evicts'? './faultlab fixes'");
    assertThat(lab.faultlab("fixes", "tiny", "--trials", "3")).isEqualTo(64);
  }

  @Test
  void aFaultWithoutATriedFixHasThoseOfThePage() throws IOException {
    Files.writeString(
        root.resolve("labs/tiny/README.md"),
        """
        ## The fix

        | other fault | do |
        |---|---|
        | note |
        | other, reads-random | read `urandom`, as [the page](x.md) says |
        | never-evicts | forget |

        ## More

        | other fault | do |
        """);
    assertThat(lab.faultlab("fixes", "reads-random")).isZero();
    assertThat(lab.out()).contains("other, reads-random  read urandom, as the page says");
    assertThat(lab.faultlab("fixes")).isZero();
    assertThat(lab.out())
        .containsPattern("tiny +never-evicts +forget\n")
        .containsPattern("tiny +reads-random +read urandom");
    lab.faultlab("run", "tiny");
    assertThat(lab.out())
        .contains("Fix of never-evicts: forget; ./faultlab fixes never-evicts, README.md of lab");
    assertThat(lab.folder().resolve("report.html"))
        .content()
        .contains("href=\"../../../labs/tiny/README.md\"");
  }

  /** Every fault that a committed result can have. */
  @Test
  void eachFaultOfEachLabHasAFix() {
    LabReader labs = new LabReader(List.of(Path.of("../../labs")));
    CureLists fixes = new CureLists(Path.of("../../results"), labs);
    for (String lab : labs.names()) {
      for (String fault : labs.read(lab).signatures().keySet()) {
        assertThat(fixes.line(lab, fault)).as(lab + " " + fault).isPresent();
      }
    }
  }

  /** Who has a finding of diagnose asks for its fixes by its id. */
  @Test
  void acceptsEachFindingOfDiagnose() {
    Diagnose.known()
        .forEach(
            (id, shown) -> {
              if (shown.flatMap(LabFault::signature).isEmpty()) {
                assertThat(lab.faultlab("fixes", id.id())).isZero();
                assertThat(lab.out()).contains("docs/reference/findings.md#" + id.id());
              }
            });
  }

  /** The reasons of present faults, by the pages of the conditions. */
  @Test
  void eachReasonOfACheckHasAFix() throws IOException {
    String pages = "";
    for (String page : List.of("conditions.md", "conditions-upstream.md")) {
      pages += Files.readString(Path.of("../../docs/reference", page));
    }
    Matcher reasons = Pattern.compile("(?s)Reasons:\\*\\*(.*?)(absent:|\\.\n)").matcher(pages);
    assertThat(lab.faultlab("fixes", "dead-connection-used")).isZero();
    assertThat(lab.out()).contains("idle-dropped dead-connection-used: Close idle connections");
    int found = 0;
    while (reasons.find()) {
      for (String reason : reasons.group(1).replaceAll("[^`]*`([a-z-]+)`[^`]*", "$1 ").split(" ")) {
        boolean isReason = reason.matches("[a-z]+(-[a-z]+)+");
        assertThat(isReason ? lab.faultlab("fixes", reason) : 0).as(reason).isZero();
        found += isReason ? 1 : 0;
      }
    }
    assertThat(found).isGreaterThan(12);
    Matcher section = Pattern.compile("(conditions\\S*.md)#(\\S+)").matcher(lab.out());
    while (section.find()) {
      String page = Files.readString(Path.of("../../docs/reference", section.group(1)));
      assertThat(page.toLowerCase(Locale.ROOT).replace(' ', '-'))
          .contains("##-" + section.group(2) + "\n");
      found--;
    }
    assertThat(found).isNegative();
  }

  @Test
  void lintHoldsTheFileToTheDeclaration() throws IOException {
    cures(TinyCures.CURES.replace("larger:", "smaller:").replace("price: rate", "price: speed"));
    assertThat(lab.faultlab("fixes", "tiny")).isEqualTo(64);
    assertThat(lab.err())
        .contains(
            "has no entry for cure 'larger'",
            "'smaller' is not a choice of axis 'cure'",
            "'forgets': the lab has no metric 'speed'");
    cures(
        TinyCures.CURES
            .replace("    undo: the old number", "")
            .replace("  undo: the old number\n", ""));
    assertThat(lab.faultlab("fixes", "tiny")).isEqualTo(64);
    assertThat(lab.err()).containsPattern("cures.yaml:[0-9]+: .*undo");
  }

  @Test
  void aFaultThatIsNotThereWithoutACureCannotBeCured() throws IOException {
    lab.declare(text -> text.replace("else: present", "else: absent"));
    assertThat(lab.faultlab("fixes", "tiny")).isEqualTo(64);
    assertThat(lab.err()).contains("'keeps' has cures, but expects no fault without a cure");
  }
}
