package dev.faultlab.servicecheck;

import dev.faultlab.check.CheckFile;
import dev.faultlab.command.Toolbox;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.Json;
import dev.faultlab.report.Reports;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.result.RunStore;
import dev.faultlab.service.ServiceChecks;
import java.io.IOException;
import java.nio.file.Path;

/** Checks a user's service on this machine, for the commands check and upgrade. */
public class ServiceCheck {
  private final Toolbox tools;
  private final ServiceChecks checks;

  public ServiceCheck(Toolbox tools, ServiceChecks checks) {
    this.tools = tools;
    this.checks = checks;
  }

  public static ServiceCheck onThisMachine(Toolbox tools) {
    return new ServiceCheck(tools, new ServiceChecks(tools.provisioning(), DockerHost::find));
  }

  /**
   * Reads everything and starts nothing.
   *
   * @throws dev.faultlab.lab.LabException when the file or the project cannot be checked
   */
  public void require(CheckFile check) throws InterruptedException {
    checks.preview(check);
  }

  /**
   * Carries a check out and stores it; prints progress only.
   *
   * @param restart whether the service is started again under each condition, as the file may ask
   */
  public CheckResult run(CheckFile check, boolean restart)
      throws IOException, InterruptedException {
    ServiceChecks.FinishedCheck done =
        checks.run(
            check,
            restart,
            found -> {
              CheckRow row = CheckRow.of(found).apply(check.conditions().get(found.condition()));
              tools.progress().say(found.condition() + ": " + row.verdict());
            });
    CheckResult result = CheckResult.of(done.folder().id(), check, done.seen(), done.notes());
    write(result, done.folder());
    return result;
  }

  private static void write(CheckResult result, RunFolder folder) throws IOException {
    CheckReport report = new CheckReport(result);
    Document page = report.document();
    folder.write(CheckResult.FILE, Json.text(Json.FULLY_INDENTED, result));
    folder.write(Reports.JUNIT, report.junit().render(page));
    folder.write(Reports.SUMMARY, new MarkdownRenderer().render(page));
    folder.write(CheckReport.PAGE, new HtmlRenderer("faultlab check " + result.id()).render(page));
    folder.finish();
  }

  /** Prints the table of a result. */
  public void print(CheckResult result) {
    Path folder = tools.workspace().results().resolve(RunStore.CHECKS).resolve(result.id());
    tools.print(new CheckReport(result).document(), false, folder.resolve(CheckReport.PAGE));
  }

  /** Carries a check out and shows its answer; returns the exit status. */
  public int ask(CheckFile check, boolean restart) throws IOException, InterruptedException {
    CheckResult result = run(check, restart);
    print(result);
    tools.summarise(new CheckReport(result).document());
    return result.answer().exitStatus();
  }
}
