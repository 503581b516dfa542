package dev.faultlab.upgrade;

import static dev.faultlab.upgrade.SampleUpgrade.CHARSET;
import static dev.faultlab.upgrade.SampleUpgrade.LABS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Setting;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the rows beside a point that contradicts what the lab expects of it. */
class ControlsTest {

  /**
   * From one JDK to another: the variants asked about (all if none is named), what trials saw that
   * the lab does not expect (by {@code variant@jdk=letters}, * for those not asked about), what
   * becomes of some variants, and a part of the first one's reason.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // a healthy control that shows the fault on both sides leaves its rows open
        "8-17 | '' | kept=PP | by-name CANNOT_TELL, one-name STILL_ABSENT | CANNOT_TELL | its control kept, jdk 8, jars 300 contradicts the lab: expected absent (kept), found present (every-use): it is every-use",
        "8-17 | '' | kept=PP | kept CANNOT_TELL | CANNOT_TELL | it contradicts the lab: jdk 8, jars 300: expected absent",
        // and so does a faulty one that does not show it
        "8-17 | '' | by-name=AA | one-name CANNOT_TELL, three-names STILL_THERE | CANNOT_TELL | its control by-name, jdk 8, jars 300 contradicts the lab: expected present",
        // nothing is there to say that the probe of a lone variant works
        "8-17 | kept | kept=PP *=PP | kept CANNOT_TELL | CANNOT_TELL | contradicts the lab",
        // one side is enough where no other control agrees, before or after the change
        "8-17 | by-name kept | by-name@8=AA | kept CANNOT_TELL, by-name APPEARED | WORSE | by-name, jdk 8, jars 300",
        "8-17 | by-name kept | by-name@17=AA | kept CANNOT_TELL, by-name CANNOT_TELL | CANNOT_TELL | by-name, jdk 17, jars 300",
        "8-17 | '' | by-name@8=AA | by-name APPEARED, kept STILL_ABSENT | WORSE | ''",
        "8-17 | '' | by-name@17=AA | by-name GONE, kept STILL_ABSENT | NOTHING_WORSE | ''",
        // the lab expects it there: it is cured, or the probe does not fit that JDK
        "8-17 | by-name | by-name@17=AA | by-name CANNOT_TELL | CANNOT_TELL | no point at jdk 17, jars 300 shows the fault that the lab expects there, so nothing says that it could be seen: expected present (every-use), found absent (cached): it is cached",
        // what appears where the control contradicts is not worse
        "8-17 | by-name kept | by-name@17=AA kept@17=PP | kept CANNOT_TELL, by-name CANNOT_TELL | CANNOT_TELL | ''",
        // an unexpected fault is what is looked for; only what rests on that point alone is open
        "8-17 | by-name kept | kept@17=PP | kept APPEARED, by-name CANNOT_TELL | WORSE | ''",
        "8-17 | '' | kept@17=PP | by-name STILL_THERE | WORSE | ''",
        // a control that is healthy for another reason proves nothing
        "8-17 | '' | one-name=BB | by-name CANNOT_TELL | CANNOT_TELL | one-name, jdk 8, jars 300 contradicts the lab: expected absent (cached), found absent (kept)",
        // what is inconclusive contradicts nothing
        "8-17 | '' | kept=UU | kept CANNOT_TELL, by-name STILL_THERE | CANNOT_TELL | ''",
        // a control that is run only to be one
        "17-25 | two-names | *=AA | two-names CANNOT_TELL | CANNOT_TELL | was to show it: expected present",
        "17-25 | two-names | *=UU | two-names CANNOT_TELL | CANNOT_TELL | was to show it: it is fact-missing",
        "17-25 | two-names | *=PA | two-names CANNOT_TELL | CANNOT_TELL | contradicts the lab: expected present",
        "17-25 | two-names | *=PP | two-names STILL_ABSENT | NOTHING_WORSE | it is",
        // a control at 17 only: one that is missing on the other side contradicts nothing
        "8-17 | three-names two-provider-names | '' | three-names STILL_THERE | NOTHING_WORSE | ''",
        "8-17 | three-names two-provider-names | two-provider-names@17=PP | three-names CANNOT_TELL, two-provider-names STILL_THERE | CANNOT_TELL | ''",
      })
  void aRowIsAsGoodAsItsControls(
      String jdks, String variants, String seen, String changes, Answer answer, String reason) {
    String[] asked = variants.isEmpty() ? new String[0] : variants.split(" ");
    UpgradeResult result = result(upgrade(jdks), Set.of(asked), seen);
    assertThat(result.answer()).isEqualTo(answer);
    for (String change : changes.split(", ")) {
      String[] words = change.split(" ");
      assertThat(supported(result, words[0]).change())
          .as(change)
          .isEqualTo(Change.valueOf(words[1]));
    }
    assertThat(supported(result, changes.split(" ")[0]).reason()).contains(reason);
  }

  /** The team has said that the fault is really there. */
  @Test
  void whatIsAcceptedLeavesNothingOpenAndWhatIsOpenIsNotAccepted() {
    Acceptance kept =
        new Acceptance(
            "charset",
            Optional.of("kept"),
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Change.APPEARED,
            "we keep none",
            "2999-12-31");
    Upgrade plain = upgrade("8-17");
    Upgrade upgrade = new Upgrade(plain.from(), plain.to(), plain.form(), 0.1, List.of(kept));
    Set<String> pair = Set.of("by-name", "kept");
    UpgradeResult result = result(upgrade, pair, "kept@17=PP");
    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(supported(result, "by-name").change()).isEqualTo(Change.STILL_THERE);

    UpgradeResult broken = result(upgrade, pair, "by-name@17=AA kept@17=PP");
    assertThat(broken.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(supported(broken, "kept").accepted()).isEmpty();
  }

  /** At settings that are not its own a lab expects nothing; this one's lookups are not kept. */
  @Test
  void expectationsHoldAtTheLabsOwnSettingsOnly() {
    String setting = "security:networkaddress.cache.ttl";
    Lab lab = Setting.axes(LABS.read("dns-java"), Set.of(setting));
    Upgrade upgrade = SampleUpgrade.of(RunForm.SHORT, setting + "=30", setting + "=0");
    Scope scope = SampleUpgrade.scope(upgrade, lab);
    RunResult run =
        run(
            scope,
            (point, s) -> point.on(setting).map(Value.of(30)::equals).orElse(false) ? "AA" : "");
    assertThat(LabComparison.of(upgrade, scope, run).rows())
        .flatExtracting(SignatureRow::candidates)
        .extracting(CandidateChange::change)
        .contains(Change.APPEARED)
        .doesNotContain(Change.CANNOT_TELL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"upgrade-charset", "upgrade-charset-full", "upgrade-kernel-kafka"})
  void committedResultsComeOutAsTheyDid(String name) throws IOException {
    UpgradeResult committed =
        UpgradeResult.read(Path.of("../../results/reference/" + name + ".json"));
    LabComparison lab = committed.labs().get(0);
    Lab declared = LABS.read(lab.lab());
    String[] variants =
        lab.rows().stream().map(SignatureRow::variant).distinct().toArray(String[]::new);
    Scope scope = SampleUpgrade.scope(committed.upgrade(), declared, variants);
    RunResult run = run(scope, (point, signature) -> letters(lab, declared, point, signature));
    assertThat(LabComparison.of(committed.upgrade(), scope, run).rows())
        .extracting(row -> row.variant() + row.signature() + row.candidates().get(0).change())
        .isNotEmpty()
        .containsAll(
            lab.rows().stream()
                .filter(row -> row.before().isPresent())
                .map(row -> row.variant() + row.signature() + row.candidates().get(0).change())
                .toList());
  }

  /** As the lab expects it where that is what was seen there. */
  private static String letters(LabComparison lab, Lab declared, Point point, String signature) {
    boolean expected =
        declared
            .variant(point.variant())
            .map(variant -> variant.expect().get(signature))
            .flatMap(all -> all.expectationAt(point, Map.of()))
            .filter(expectation -> expectation.presence() == Presence.PRESENT)
            .isPresent();
    return lab.rows().stream()
        .filter(row -> row.signature().equals(signature))
        .flatMap(
            row -> Stream.concat(row.before().stream(), row.candidates().get(0).side().stream()))
        .filter(side -> side.point().equals(point) && side.shows() != expected)
        .findFirst()
        .map(side -> side.shows() ? "QQ" : "BB")
        .orElse("");
  }

  private static Upgrade upgrade(String jdks) {
    String[] sides = jdks.split("-");
    return SampleUpgrade.of(RunForm.SHORT, "jdk=" + sides[0], "jdk=" + sides[1]);
  }

  private static UpgradeResult result(Upgrade upgrade, Set<String> variants, String seen) {
    Scope scope = SampleUpgrade.scope(upgrade, CHARSET, variants.toArray(String[]::new));
    RunResult run = run(scope, (point, signature) -> letters(seen, point, variants));
    return new SampleUpgrade(upgrade, scope).result(LabComparison.of(upgrade, scope, run));
  }

  private static String letters(String seen, Point point, Set<String> asked) {
    String variant = asked.contains(point.variant()) || asked.isEmpty() ? point.variant() : "*";
    return Arrays.stream(seen.split(" "))
        .map(each -> each.split("="))
        .filter(e -> Set.of(variant, variant + "@" + point.on("jdk").orElse(null)).contains(e[0]))
        .map(each -> each[1])
        .findFirst()
        .orElse("");
  }

  /** As the lab expects it where {@code seen} says nothing. */
  private static RunResult run(Scope scope, BiFunction<Point, String, String> seen) {
    BiFunction<Point, String, String> usual = SyntheticRun.expected(scope.lab());
    return new SyntheticRun(scope.plan())
        .seeing(
            (point, signature) ->
                Optional.of(seen.apply(point, signature))
                    .filter(letters -> !letters.isEmpty())
                    .orElseGet(() -> usual.apply(point, signature)))
        .result();
  }

  private static CandidateChange supported(UpgradeResult result, String variant) {
    return result
        .rows()
        .filter(row -> row.variant().equals(variant) && row.signature().equals("provider-lookups"))
        .findFirst()
        .orElseThrow()
        .candidates()
        .get(0);
  }
}
