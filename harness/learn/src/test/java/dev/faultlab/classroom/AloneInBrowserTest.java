package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.ColourScheme;
import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Stage;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Somebody alone goes through a lesson, with the keyboard and nothing else. */
class AloneInBrowserTest extends InBrowser {

  @Test
  void aReplayedLabIsWalkedThroughByKeyboard() throws IOException {
    Browser browser = soloLearner(ColourScheme.LIGHT);
    next(browser, "predict");
    answerEverything(browser);
    browser.requireNames();
    next(browser, "run");
    browser.tabTo("#next");
    browser.press(Keys.ENTER);
    browser.awaitText(".steps .bad", "First choose");
    browser.tabTo("#replay");
    browser.press(Keys.ENTER);
    browser.awaitText("#graded", ServedClass.REFERENCE);
    next(browser, "reveal");
    int asked = served.session.lesson().at(Stage.PREDICT).size();
    assertThat(
            browser.all(
                "main .question .badge.as_expected, main .question .badge.contradicted, main .question .badge.inconclusive"))
        .hasSizeGreaterThanOrEqualTo(asked);
    browser.screenshot("alone-4-reveal");
    browser.part("workshop-reveal", 0.7, "header", "#r-slower");
    browser.requireNames();
    next(browser, "explain");
    next(browser, "repair");
    next(browser, "transfer");
    answerEverything(browser);
    // The page knows that the last answer is saved as well, or it would ask twice.
    browser.awaitTrue("document.getElementById('left').textContent === ''");
    next(browser, "score");
    assertThat(browser.text(".score")).contains("Mean cost");
    // The last page has every question with what it meant.
    assertThat(browser.all("main .question h3"))
        .hasSize(served.session.lesson().questions().size());
    assertThat(browser.text("#r-window")).contains("Your answer: 20 bytes", "1,578", "1448 bytes");
    browser.screenshot("alone-8-score");
    browser.requireNoComplaint(
        "api/lead/move - Failed to load resource: the server responded with a status of 409");
  }

  @Test
  void anInconclusiveRunIsOfferedAndDoesNotGrade() throws IOException {
    FakeRun run = new FakeRun(folder.resolve("results"), Judgement.INCONCLUSIVE);
    served = ServedClass.begin(folder, false, run);
    Browser browser = soloLearner(browser(ColourScheme.LIGHT));
    next(browser, "predict");
    next(browser, "run");
    browser.tabTo("#live");
    browser.press(Keys.ENTER);
    browser.awaitText(".run", "0 of 2 trials are over");
    // A run that takes too long is no reason to wait: another result can be chosen meanwhile.
    assertThat(browser.await("#stop").isEnabled()).isTrue();
    assertThat(browser.await("#replay").isEnabled()).isTrue();
    run.finish();
    browser.awaitText("#offer", FakeRun.REASON);
    assertThat(browser.text("#offer .badge.inconclusive")).isEqualTo("inconclusive");
    browser.awaitText(".run h2 .badge.inconclusive", "inconclusive");
    assertThat(browser.all("#graded")).isEmpty();
    browser.requireNames();
    browser.click("#take");
    browser.awaitText("#graded", FakeRun.NAME + "; verdict of that run: inconclusive");
    assertThat(browser.all("#offer")).isEmpty();
    browser.requireNoComplaint();
  }

  /** The order in which things are shown is no answer. */
  @Test
  void nothingIsAnsweredBySavingWhatThePageCameWith() throws IOException {
    Browser browser = soloLearner(ColourScheme.PHONE);
    next(browser, "predict");
    List<String> items = served.session.lesson().question("windows").orElseThrow().shown();
    for (int item = 1; item < items.size(); item++) {
      place(browser, "#q-windows", item, item);
    }
    browser.click("#q-windows .sure label:nth-of-type(4)");
    browser.click("#q-windows button.main");
    browser.awaitText("#q-windows .status.bad", "place of its own");
    place(browser, "#q-windows", items.size(), 1);
    browser.click("#q-windows button.main");
    browser.awaitText("#q-windows .status.bad", "place of its own");
    place(browser, "#q-windows", items.size(), items.size());
    browser.click("#q-windows button.main");
    browser.awaitText("#q-windows .status", "Saved");
    assertThat(served.session.state().people().get(1).last("windows").orElseThrow().given())
        .isEqualTo(new Prediction.Given(Kind.ORDER, List.of(), items));

    browser.type("#q-delay p:nth-of-type(1) input", "30");
    browser.type("#q-delay p:nth-of-type(2) input", "60");
    browser.click("#q-delay .sure label:nth-of-type(4)");
    browser.click("#q-delay button.main");
    browser.awaitText("#q-delay .status.bad", "Give an answer first");
    browser.type("#q-delay p:nth-of-type(3) input", "90");
    browser.click("#q-delay button.main");
    browser.awaitText("#q-delay .status", "Saved");
    browser.requireNames();
    browser.requireNoComplaint();
  }

  private static void place(Browser browser, String form, int item, int place) {
    browser.tabTo(form + " .order label:nth-of-type(" + item + ") select");
    browser.press(String.valueOf(place));
  }

  @Test
  void theRunIsAskedForTwiceAndSaysWhatIsNotSaved() throws IOException {
    Browser browser = soloLearner(ColourScheme.LIGHT);
    next(browser, "predict");
    browser.type("#q-slower .amount input", "20");
    browser.awaitText("#left", "Changed, not saved: 1");
    browser.awaitText(
        "#left", "Not answered yet: " + served.session.lesson().at(Stage.PREDICT).size());
    browser.click("#next");
    browser.awaitText("#next", "press again");
    assertThat(served.session.state().now().phase()).isEqualTo(Phase.PREDICT);
    // What was typed is there still, and can be saved.
    number(browser, "slower", "20", 4);
    browser.awaitText("#q-slower .status", "Saved");
    browser.awaitTrue("!document.getElementById('left').textContent.includes('not saved')");
    browser.click("#next");
    browser.awaitPhase("run");
  }

  private static void answerEverything(Browser browser) {
    for (int i = 0; i < browser.all("form.question").size(); i++) {
      String form = "#" + browser.all("form.question").get(i).getDomAttribute("id");
      int numbers = browser.all(form + " .amount input").size();
      int items = browser.all(form + " .order select").size();
      for (int place = 1; place <= numbers; place++) {
        String input = form + " .amount p:nth-of-type(" + place + ") input";
        browser.tabTo(input);
        String max = browser.all(input).get(0).getDomAttribute("max");
        browser.press(Double.parseDouble(max) < 20 ? max : "20");
      }
      for (int place = 1; place <= items; place++) {
        place(browser, form, place, place);
      }
      if (numbers + items == 0) {
        browser.tabTo(form + " .options input");
        browser.press(Keys.SPACE);
        browser.press(Keys.ARROW_DOWN);
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
