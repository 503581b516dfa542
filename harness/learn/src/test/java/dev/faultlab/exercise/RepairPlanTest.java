package dev.faultlab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.plan.Cell;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is carried out to tell whether files are a fix. */
class RepairPlanTest {
  private static List<Cell> carriedOut(String lab, String id) {
    Lab read = new LabReader(List.of(Path.of("../../labs"))).read(lab);
    Exercise<Repair> repair = Repairs.find(read, id);
    return RepairPlan.of(List.of(new RepairPlan.Attempt(repair, Map.of(), Map.of(), List.of())))
        .cells();
  }

  @Test
  void theFaultTheFilesAndTheGuardsHaveATrialEach() {
    assertThat(carriedOut("syncookie", "always").stream().map(cell -> cell.variant().id()))
        .containsExactlyInAnyOrder("always-as-found", "always-yours", "always-dropped");
  }

  @Test
  void aGuardsTrialIsToldWhatTheGuardSays() {
    assertThat(settings("charset", "invented", "new-names")).containsEntry("names", "x-invented-#");
    assertThat(settings("dns-go", "moved", "longer"))
        .containsEntry("forward", "3s")
        .containsEntry("expiries", "3")
        .containsEntry("lookup", "record")
        .containsEntry("cache", "fixed-ttl");
  }

  private static Map<String, String> settings(String lab, String id, String guard) {
    return carriedOut(lab, id).stream()
        .filter(cell -> cell.variant().id().equals(id + "-" + guard))
        .findFirst()
        .orElseThrow()
        .settings();
  }
}
