package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.Look;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebDriverException;

/** {@code run --watch} in a headless Chromium, where there is one on the PATH. */
class LiveReportInBrowserTest {
  private static final String FRAME = "document.getElementById('report').contentWindow";

  @TempDir private Path root;

  @Test
  void thePageFollowsTheRunToItsEndAndStaysWhereItsReaderIs() throws IOException {
    assumeTrue(Browser.here(), Browser.MISSING);
    TinyLab lab = new TinyLab(root);
    try (Browser browser = Browser.start(Look.PHONE, root.resolve("shots"))) {
      lab.engine()
          .when(
              "program count",
              () -> {
                switch (lab.engine().times("program count")) {
                  case 4 -> {
                    browser.open(LiveReportTest.address(lab));
                    shows(browser, "3 of 8 trials", "3 trials in");
                    // Not before there is that much of the page.
                    awaits(browser, "(%1$s.scrollTo(0, 40), %1$s.scrollY == 40)".formatted(FRAME));
                  }
                  case 6 -> {
                    shows(browser, "5 of 8 trials", "5 trials in");
                    awaits(browser, FRAME + ".scrollY == 40");
                  }
                  default -> {}
                }
              });
      Thread person = Thread.currentThread();
      lab.engine()
          .when(
              "The report stays in the browser until Ctrl-C.",
              () -> {
                shows(
                    browser,
                    "The run has ended: the fault is there, and the cure removes it.",
                    "8 trials in");
                browser.requireNoSidewaysScrolling();
                browser.requireNoComplaint();
                person.interrupt();
              });

      int status = lab.run("--watch");
      assertThat(status).as(lab.err()).isEqualTo(130);
    }
  }

  private static void shows(Browser browser, String status, String report) {
    waits(() -> browser.awaitText("#status", status));
    awaits(browser, FRAME + ".document.body.textContent.includes('" + report + "')");
  }

  private static void awaits(Browser browser, String expression) {
    waits(() -> browser.awaitTrue(expression));
  }

  /** A run takes an exception in one of its trials for a reason why there is no verdict. */
  private static void waits(Runnable patiently) {
    try {
      patiently.run();
    } catch (WebDriverException e) {
      throw new AssertionError(e);
    }
  }
}
