package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Somebody alone goes through a lesson, with the keyboard and nothing else. */
class AloneInBrowserTest {
  private static final Path SHOTS = Path.of("target/screenshots");

  @TempDir Path folder;

  @Test
  void aReplayedLabIsWalkedThroughByKeyboard() throws IOException {
    assumeTrue(Browser.here(), Browser.MISSING);
    try (ServedClass served = ServedClass.begin(folder, false);
        Browser browser = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      browser.open(served.base() + "#" + served.session.opened().token());
      browser.awaitPhase("incident");
      browser.shot("alone-1-incident");
      next(browser, "predict");
      answerEverything(browser);
      browser.shot("alone-2-predict");
      browser.requireNames();
      next(browser, "run");
      browser.tabTo("#next");
      browser.press(Keys.ENTER);
      browser.awaitText(".steps .bad", "First choose");
      browser.tabTo("#replay");
      browser.press(Keys.ENTER);
      browser.awaitText("#graded", ServedClass.REFERENCE);
      browser.shot("alone-3-run");
      next(browser, "reveal");
      int asked = served.session.lesson().at(Stage.PREDICT).size();
      assertThat(
              browser.all(
                  "main .question .badge.as_expected, main .question .badge.contradicted, main .question .badge.inconclusive"))
          .hasSizeGreaterThanOrEqualTo(asked);
      browser.shot("alone-4-reveal");
      browser.part("workshop-reveal", 0.7, "header", "#r-slower");
      browser.requireNames();
      next(browser, "explain");
      browser.shot("alone-5-explain");
      next(browser, "repair");
      browser.shot("alone-6-repair");
      next(browser, "transfer");
      answerEverything(browser);
      // The page knows that the last answer is saved as well, or it would ask twice.
      browser.awaitTrue("document.getElementById('left').textContent === ''");
      browser.shot("alone-7-transfer");
      next(browser, "score");
      assertThat(browser.text(".score")).contains("Mean cost");
      browser.shot("alone-8-score");
      browser.requireNoComplaint(
          "api/lead/move - Failed to load resource: the server responded with a status of 409");
    }
  }

  @Test
  void anInconclusiveRunIsOfferedAndDoesNotGrade() throws IOException {
    assumeTrue(Browser.here(), Browser.MISSING);
    PretendedRun run = new PretendedRun(folder.resolve("results"), Judgement.INCONCLUSIVE);
    try (ServedClass served = ServedClass.begin(folder, false, run);
        Browser browser = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      browser.open(served.base() + "#" + served.session.opened().token());
      browser.awaitPhase("incident");
      next(browser, "predict");
      next(browser, "run");
      browser.tabTo("#live");
      browser.press(Keys.ENTER);
      browser.awaitText(".run", "0 of 2 trials are over");
      // A run that takes too long is no reason to wait: another result can be chosen meanwhile.
      assertThat(browser.await("#stop").isEnabled()).isTrue();
      assertThat(browser.await("#replay").isEnabled()).isTrue();
      run.letGo();
      browser.awaitText("#offer", PretendedRun.REASON);
      assertThat(browser.text("#offer .badge.inconclusive")).isEqualTo("inconclusive");
      browser.awaitText(".run h2 .badge.inconclusive", "inconclusive");
      assertThat(browser.all("#graded")).isEmpty();
      browser.requireNames();
      browser.shot("alone-10-inconclusive");
      browser.click("#take");
      browser.awaitText("#graded", PretendedRun.NAME + " inconclusive");
      assertThat(browser.all("#offer")).isEmpty();
      browser.requireNoComplaint();
    }
  }

  /** Neither the order in which things are shown nor where points wait is anybody's answer. */
  @Test
  void nothingIsAnsweredBySavingWhatThePageCameWith() throws IOException {
    assumeTrue(Browser.here(), Browser.MISSING);
    try (ServedClass served = ServedClass.begin(folder, false);
        Browser browser = Browser.start(Browser.Look.PHONE, SHOTS)) {
      browser.open(served.base() + "#" + served.session.opened().token());
      browser.awaitPhase("incident");
      next(browser, "predict");
      browser.click("#q-windows .sure label:nth-of-type(4)");
      browser.click("#q-windows button.main");
      browser.awaitText("#q-windows .status.bad", "Put them in order first");
      browser.click("#q-windows .meant input");
      browser.click("#q-windows button.main");
      browser.awaitText("#q-windows .status", "Saved");
      Question windows = served.session.lesson().question("windows").orElseThrow();
      assertThat(served.session.state().last(1, "windows").orElseThrow().given())
          .isInstanceOfSatisfying(
              Prediction.Ordered.class,
              order ->
                  assertThat(order.items()).containsExactlyInAnyOrderElementsOf(windows.options()));

      browser.click("#q-delay .sure label:nth-of-type(4)");
      browser.click("#q-delay button.main");
      browser.awaitText("#q-delay .status.bad", "Not placed yet: 3");
      browser.shot("alone-11-phone-unplaced");
      browser.click("#q-delay .sketch");
      browser.click("#q-delay button.main");
      browser.awaitText("#q-delay .status.bad", "Not placed yet: 2");
      for (String point : List.of(":nth-of-type(1)", ":nth-of-type(3)")) {
        browser.tabTo("#q-delay g[role=slider]" + point);
        browser.press(Keys.ENTER);
      }
      browser.click("#q-delay button.main");
      browser.awaitText("#q-delay .status", "Saved");
      browser.requireNames();
      browser.requireNoComplaint();
    }
  }

  @Test
  void theRunIsAskedForTwiceAndSaysWhatIsNotSaved() throws IOException {
    assumeTrue(Browser.here(), Browser.MISSING);
    try (ServedClass served = ServedClass.begin(folder, false);
        Browser browser = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      browser.open(served.base() + "#" + served.session.opened().token());
      browser.awaitPhase("incident");
      next(browser, "predict");
      browser.type("#q-slower .amount input", "20");
      browser.awaitText("#left", "Changed, not saved: 1");
      browser.awaitText(
          "#left", "Not answered yet: " + served.session.lesson().at(Stage.PREDICT).size());
      browser.click("#next");
      browser.awaitText("#next", "press again");
      assertThat(served.session.state().now().phase()).isEqualTo(Phase.PREDICT);
      // What was typed is there still, and can be saved.
      browser.click("#q-slower .sure label:nth-of-type(4)");
      browser.click("#q-slower button.main");
      browser.awaitText("#q-slower .status", "Saved");
      browser.awaitTrue("!document.getElementById('left').textContent.includes('not saved')");
      browser.click("#next");
      browser.awaitPhase("run");
    }
  }

  private static void next(Browser browser, String phase) {
    browser.tabTo("#next");
    browser.press(Keys.ENTER);
    if (phase.equals("run")) {
      browser.awaitText("#next", "press again");
      browser.press(Keys.ENTER);
    }
    browser.awaitPhase(phase);
  }

  private static void answerEverything(Browser browser) {
    for (int i = 0; i < browser.all("form.question").size(); i++) {
      String form = "#" + browser.all("form.question").get(i).getDomAttribute("id");
      if (!browser.all(form + " .amount").isEmpty()) {
        browser.tabTo(form + " .amount input");
        String most = browser.all(form + " .amount input").get(0).getDomAttribute("max");
        browser.press(Double.parseDouble(most) < 20 ? most : "20");
      } else if (!browser.all(form + " .options").isEmpty()) {
        browser.tabTo(form + " .options input");
        browser.press(Keys.SPACE);
        browser.press(Keys.ARROW_DOWN);
      } else if (!browser.all(form + " .order").isEmpty()) {
        browser.tabTo(form + " .order li:nth-child(2) button");
        browser.press(Keys.ENTER);
      } else {
        int points = browser.all(form + " [role=slider]").size();
        for (int point = 1; point <= points; point++) {
          browser.tabTo(form + " g[role=slider]:nth-of-type(" + point + ")");
          browser.press(Keys.PAGE_UP, Keys.ARROW_UP);
        }
      }
      browser.tabTo(form + " .sure input");
      browser.press(Keys.SPACE);
      browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
      browser.tabTo(form + " button.main");
      browser.press(Keys.ENTER);
      browser.awaitText(form + " .status", "Saved");
    }
  }
}
