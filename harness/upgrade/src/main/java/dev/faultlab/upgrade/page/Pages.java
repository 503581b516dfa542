package dev.faultlab.upgrade.page;

import dev.faultlab.report.Reports;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.upgrade.LabComparison;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.Optional;

/**
 * The pages that a comparison links to, as seen from its own.
 *
 * @param results address of the folder of all results
 * @param before page of the run with the first side; empty if both are in the run of their lab
 * @param after page of the run with the second side
 */
public record Pages(String results, Optional<String> before, Optional<String> after) {
  public static final Pages UPGRADE = new Pages("../../", Optional.empty(), Optional.empty());

  /** The name of a lab, which leads to its description. */
  Text lab(String name) {
    return Text.link(Style.PLAIN, name, results + "../labs/" + Links.encoded(name) + "/README.md");
  }

  public String run(String lab, String run) {
    return results + Links.encoded(lab + "/" + run) + "/" + Reports.PAGE;
  }

  String beforePage(UpgradeResult result, String lab) {
    return before.orElseGet(() -> commonPage(result, lab));
  }

  String afterPage(UpgradeResult result, String lab) {
    return after.orElseGet(() -> commonPage(result, lab));
  }

  private String commonPage(UpgradeResult result, String lab) {
    return result.labs().stream()
        .filter(compared -> compared.lab().equals(lab))
        .map(LabComparison::run)
        .flatMap(Optional::stream)
        .map(run -> run(lab, run))
        .findFirst()
        .orElse("");
  }
}
