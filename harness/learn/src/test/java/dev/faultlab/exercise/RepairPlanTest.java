package dev.faultlab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.plan.Cell;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is carried out to tell whether files are a cure. */
class RepairPlanTest {
  private static final Lab SYNCOOKIE =
      new LabReader(List.of(Path.of("../../labs"))).read("syncookie");

  private static RepairPlan.Attempt attempt(String id, Map<String, String> with) {
    return attempt(SYNCOOKIE, id, with);
  }

  private static RepairPlan.Attempt attempt(Lab lab, String id, Map<String, String> with) {
    Exercise<Repair> repair = Repairs.find(lab, id);
    return new RepairPlan.Attempt(repair, new InstalledFiles(with, Map.of(), List.of()));
  }

  private static final RepairPlan.Attempt ALWAYS =
      attempt("always", Map.of("syncookies", "1", "timestamps", "1"));
  private static final RepairPlan.Attempt STORM =
      attempt(
          "storm",
          Map.of("syncookies", "1", "timestamps", "1", "backlog", "20000", "rcvbuf", "102400"));

  private static List<String> carriedOut(RepairPlan exam) {
    return exam.plan().cells().stream().map(Cell::variant).map(v -> v.id()).toList();
  }

  @Test
  void theSameExperimentIsCarriedOutOnceForAllWhomItConcerns() {
    RepairPlan exam =
        new RepairPlan(
            SYNCOOKIE, List.of(ALWAYS, STORM, attempt("buffer", Map.of("rcvbuf", "-1"))));
    // A crowd that comes to the broker as it is: what the cure of one must not break, and the fault
    // of the next.
    assertThat(exam.faultId(STORM.repair())).isEqualTo(exam.guardId(ALWAYS.repair(), "dropped"));
    assertThat(carriedOut(exam))
        .containsExactlyInAnyOrder(
            "always-as-found", "always-yours", "always-dropped", "storm-yours", "buffer-yours");
    assertThat(
            exam.plan().cells().stream()
                .filter(cell -> cell.variant().id().equals("always-dropped"))
                .flatMap(cell -> cell.variant().expect().keySet().stream()))
        .containsExactly("lost-window-scale");
  }

  @Test
  void aGuardsTrialIsToldWhatTheGuardSays() {
    assertThat(told("charset", "invented", "new-names")).containsEntry("names", "x-invented-#");
    assertThat(told("dns-go", "moved", "longer"))
        .containsEntry("forward", "3s")
        .containsEntry("expiries", "3")
        .containsEntry("lookup", "record")
        .containsEntry("cache", "fixed-ttl");
  }

  private static Map<String, String> told(String lab, String id, String guard) {
    Lab read = new LabReader(List.of(Path.of("../../labs"))).read(lab);
    RepairPlan.Attempt attempt = attempt(read, id, Map.of());
    RepairPlan exam = new RepairPlan(read, List.of(attempt));
    String variant = exam.guardId(attempt.repair(), guard);
    return exam.plan().cells().stream()
        .filter(cell -> cell.variant().id().equals(variant))
        .findFirst()
        .orElseThrow()
        .settings();
  }

  @Test
  void filesAsTheyWereFoundStandBesideTheFaultInATrialOfTheirOwn() {
    RepairPlan exam =
        new RepairPlan(
            SYNCOOKIE, List.of(attempt("always", Map.of("syncookies", "2", "timestamps", "1"))));
    assertThat(carriedOut(exam)).contains("always-as-found", "always-yours");
  }
}
