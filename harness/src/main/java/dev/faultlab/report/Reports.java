package dev.faultlab.report;

import dev.faultlab.evidence.RunFolder;
import java.io.IOException;

/** Writes every report of a run into its folder. */
public final class Reports {
  /** The page for people. */
  public static final String PAGE = "report.html";

  private Reports() {}

  /**
   * Writes {@code result.json}, {@code junit.xml}, {@code summary.md} and {@code report.html}, each
   * whole or not at all; the result first, because the others can be made from it again.
   */
  public static void write(RunFolder folder, RunResult result) throws IOException {
    folder.write(ResultJson.FILE, new ResultJson().text(result));
    render(folder, result);
  }

  /** Writes everything but the result again. */
  public static void render(RunFolder folder, RunResult result) throws IOException {
    folder.write(JunitReport.FILE, new JunitReport().render(result));
    folder.write(MarkdownReport.FILE, new MarkdownReport().render(result));
  }
}
