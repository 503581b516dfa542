package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.Look;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Three participants and a facilitator go through a replayed lab. */
class RoomInBrowserTest {
  private static final Path SHOTS = Path.of("target/screenshots");
  private static final String NAME = "<img src=x onerror=alert(1)>";

  @TempDir Path folder;

  @Test
  void aClassOfThreeIsLedThroughAReplayedLab() throws IOException, InterruptedException {
    assumeTrue(Browser.here(), Browser.MISSING);
    try (ServedClass served = ServedClass.begin(folder, true);
        Browser lead = Browser.start(Look.LIGHT, SHOTS);
        Browser phone = Browser.start(Look.PHONE, SHOTS);
        Browser dark = Browser.start(Look.DARK, SHOTS);
        Browser keys = Browser.start(Look.LIGHT, SHOTS)) {
      lead.open(served.base() + "lead#" + served.session.opened().token());
      lead.awaitPhase("incident");
      join(served, phone, "Ann");
      join(served, dark, "Ben");
      joinByKeyboard(served, keys);
      lead.awaitText("main", "3 joined");
      lead.shot("room-1-lead");
      projector(served, lead, "room-1-screen");
      phone.shot("room-1-phone");

      // One question at a time, as in peer instruction.
      Question question = served.session.lesson().question("slower").orElseThrow();
      go(lead, "predict");
      lead.click("#focus option[value=" + question.id() + "]");
      List<Browser> all = List.of(phone, dark, keys);
      for (Browser each : all) {
        each.awaitTrue(
            "document.getElementById('q-"
                + question.id()
                + "') && document.querySelectorAll('main .question').length === 1");
      }
      number(phone, question, "2", 4);
      number(dark, question, "100", 2);
      keys.tabTo("#q-slower .amount input");
      keys.press("10");
      keys.tabTo("#q-slower .sure input");
      keys.press(Keys.SPACE);
      keys.press(Keys.ARROW_RIGHT);
      keys.tabTo("#q-slower button.main");
      keys.press(Keys.ENTER);
      keys.awaitText(".status", "Saved");
      lead.awaitText("#progress", "3 of 3");
      phone.shot("room-2-phone-predict");
      phone.requireNames();
      // Whoever reloads is where he was.
      dark.open(served.base());
      dark.awaitText("#q-slower .status", "Saved");
      assertThat(dark.await("#q-slower .amount input").getDomProperty("value")).isEqualTo("100");
      dark.shot("room-2-dark-predict");

      go(lead, "discuss");
      all.forEach(each -> each.awaitPhase("discuss"));
      assertThat(phone.all("form.question")).isEmpty();
      phone.shot("room-3-phone-discuss");
      go(lead, "again");
      all.forEach(each -> each.awaitPhase("again"));
      number(phone, question, "12", 4);
      lead.awaitText("#progress", "1 of 3");
      lead.click("#shown");
      lead.shot("room-4-lead-again");
      lead.part("workshop-lead", 0.7, "nav", "header", "main");
      lead.requireNames();
      // From here on every page has to show markup as text.
      served.joined(NAME);
      lead.awaitText(".people", NAME);
      projector(served, lead, "room-4-screen-again");

      // The result first: without it there is no reveal.
      lead.click("#replay");
      lead.awaitText("#graded", ServedClass.REFERENCE);
      lead.click("#go-run");
      lead.awaitText("#go-run", "press again");
      assertThat(served.session.state().now().phase()).isEqualTo(Phase.AGAIN);
      go(lead, "run");
      all.forEach(each -> each.awaitPhase("run"));
      assertThat(served.session.state().now().shown()).as("of another phase").isFalse();
      phone.shot("room-5-phone-run");
      assertThat(served.stranger().get("api/view").statusCode()).isEqualTo(401);
      go(lead, "reveal");
      all.forEach(each -> each.awaitPhase("reveal"));
      for (Browser each : all) {
        each.awaitText("#r-slower", "Measured:");
      }
      assertThat(phone.text("#r-slower")).contains("Your answer: 12 times");
      assertThat(phone.text("#graded")).contains(ServedClass.REFERENCE).contains("as expected");
      // One question at a time, on the phones as on the projector.
      for (Browser each : all) {
        assertThat(each.all("main .question")).as("only the one question").hasSize(1);
      }
      lead.click("#focus option[value='']");
      for (Browser each : all) {
        each.await("#r-window");
      }
      phone.shot("room-6-phone-reveal");
      phone.part("workshop-phone", 0.6, "#r-slower");
      phone.requireNoSidewaysScrolling();
      dark.shot("room-6-dark-reveal");
      keys.shot("room-6-keys-reveal");
      lead.shot("room-6-lead-reveal");
      // From here on this browser is the projector's.
      keys.open(served.base() + "lead#" + served.session.opened().token());
      keys.await("#go-reveal");
      keys.open(served.base() + "screen");
      keys.awaitPhase("reveal");
      keys.shot("room-6-screen-reveal");
      for (String phase : List.of("explain", "repair", "transfer", "score")) {
        go(lead, phase);
        all.forEach(each -> each.awaitPhase(phase));
        assertThat(phone.all("main .question")).as(phase).isNotEmpty();
        dark.shot("room-7-dark-" + phase);
        phone.shot("room-7-phone-" + phase);
        phone.requireNoSidewaysScrolling();
        keys.shot("room-7-screen-" + phase);
      }
      assertThat(phone.text(".score")).contains("Mean cost");
      assertThat(served.session.lesson().at(Stage.TRANSFER)).isNotEmpty();
      for (Browser each : List.of(lead, phone, dark, keys)) {
        each.requireNoComplaint();
      }
    }
  }

  @Test
  void aPersonIsRemovedAndTheCodeChangedByKeyboard() throws IOException, InterruptedException {
    assumeTrue(Browser.here(), Browser.MISSING);
    try (ServedClass served = ServedClass.begin(folder, true);
        Browser lead = Browser.start(Look.LIGHT, SHOTS);
        Browser phone = Browser.start(Look.PHONE, SHOTS)) {
      String old = served.session.code();
      lead.open(served.base() + "lead#" + served.session.opened().token());
      lead.awaitPhase("incident");
      join(served, phone, "Mallory");
      served.joined("Ann");
      lead.awaitText("main", "2 joined");
      lead.tabTo("#person-1");
      lead.press(Keys.SPACE);
      lead.tabTo("#remove");
      lead.press(Keys.ENTER);
      lead.awaitText("#remove", "press again");
      assertThat(served.session.state().people()).hasSize(2);
      lead.shot("room-8-lead-removes");
      lead.press(Keys.ENTER);
      lead.awaitText("main", "1 joined");
      assertThat(served.session.state().people()).containsOnlyKeys(2);
      phone.await("#code"); // at the door again
      lead.tabTo("#new-code");
      lead.press(Keys.ENTER);
      lead.awaitText("#new-code", "press again");
      lead.press(Keys.ENTER);
      lead.awaitTrue("document.querySelector('.joincode').textContent !== '" + old + "'");
      assertThat(lead.text(".joincode")).isEqualTo(served.session.code());
      lead.requireNames();
      lead.requireNoComplaint();
      lead.shot("room-8-lead-removed");
    }
  }

  /**
   * Goes to a phase and waits until the facilitator's own page is there: what is pressed next is of
   * that page.
   */
  private static void go(Browser lead, String phase) {
    lead.click("#go-" + phase);
    lead.awaitPhase(phase);
  }

  /** What the projector shows now; the facilitator's page goes on after it. */
  private static void projector(ServedClass served, Browser lead, String name) throws IOException {
    lead.open(served.base() + "screen");
    lead.awaitPhase(served.session.state().now().phase().name().toLowerCase(Locale.ROOT));
    lead.shot(name);
    lead.open(served.base() + "lead");
    lead.await("#go-run");
  }

  private static void join(ServedClass served, Browser browser, String name) {
    browser.open(served.base() + "#" + served.session.code());
    browser.type("#name", name);
    browser.click("button.main");
    browser.awaitPhase("incident");
    // What somebody typed is a text and no element.
    assertThat(browser.text("nav .name")).isEqualTo(name);
    assertThat(browser.all("nav img")).isEmpty();
  }

  private static void joinByKeyboard(ServedClass served, Browser browser) {
    browser.open(served.base());
    browser.tabTo("#code");
    browser.press(served.session.code().toLowerCase());
    browser.press(Keys.TAB, "Kim", Keys.ENTER);
    browser.awaitPhase("incident");
  }

  private static void number(Browser browser, Question question, String value, int sure) {
    String form = "#q-" + question.id();
    browser.type(form + " .amount input", value);
    browser.click(form + " .sure label:nth-of-type(" + sure + ")");
    browser.click(form + " button.main");
    browser.awaitText(form + " .status", "Saved");
  }
}
