package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.ColourScheme;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Two participants and a facilitator go through a replayed lab. */
class RoomInBrowserTest extends InBrowser {
  private static final String NAME = "<img src=x onerror=alert(1)>";

  @Test
  void aClassOfTwoIsLedThroughAReplayedLab() throws IOException, InterruptedException {
    served = ServedClass.begin(folder, true);
    Browser lead = facilitatorPage();
    Browser phone = joined(ColourScheme.PHONE, "Ann");
    Browser keys = browser(ColourScheme.DARK);
    keys.open(served.base());
    keys.tabTo("#code");
    keys.press(served.session.code().toLowerCase());
    keys.press(Keys.TAB, "Kim", Keys.ENTER);
    keys.awaitPhase("incident");
    lead.awaitText("main", "2 joined");

    // One question at a time, as in peer instruction.
    go(lead, "predict");
    lead.click("#focus option[value=slower]");
    List<Browser> all = List.of(phone, keys);
    for (Browser each : all) {
      each.awaitTrue(
          "document.getElementById('q-slower') && document.querySelectorAll('main .question').length === 1");
    }
    answered(phone, "2", 4);
    keys.tabTo("#q-slower .amount input");
    keys.press("10");
    keys.tabTo("#q-slower .sure input");
    keys.press(Keys.SPACE);
    keys.press(Keys.ARROW_RIGHT);
    keys.tabTo("#q-slower button.main");
    keys.press(Keys.ENTER);
    keys.awaitText(".status", "Saved");
    lead.awaitText("#progress", "2 of 2");
    phone.requireNames();
    // Whoever reloads is where he was.
    keys.open(served.base());
    keys.awaitText("#q-slower .status", "Saved");
    assertThat(keys.await("#q-slower .amount input").getDomProperty("value")).isEqualTo("10");

    go(lead, "discuss");
    all.forEach(each -> each.awaitPhase("discuss"));
    assertThat(phone.all("form.question")).isEmpty();
    go(lead, "again");
    all.forEach(each -> each.awaitPhase("again"));
    answered(phone, "12", 4);
    lead.awaitText("#progress", "1 of 2");
    lead.click("#shown");
    lead.part("workshop-lead", 0.7, "nav", "header", "main");
    lead.requireNames();
    // From here on every page has to show markup as text.
    served.joined(NAME);
    lead.awaitText(".people", NAME);
    // What the projector shows now; the facilitator's page continues after it.
    lead.open(served.base() + "screen");
    lead.awaitPhase("again");
    lead.screenshot("room-1-screen-again");
    lead.open(served.base() + "lead");

    // The result first: without it there is no reveal.
    lead.click("#replay");
    lead.awaitText("#graded", ServedClass.REFERENCE);
    lead.click("#go-run");
    lead.awaitText("#go-run", "press again");
    assertThat(served.session.state().now().phase()).isEqualTo(Phase.AGAIN);
    go(lead, "run");
    all.forEach(each -> each.awaitPhase("run"));
    assertThat(served.session.state().now().shown()).as("of another phase").isFalse();
    go(lead, "reveal");
    for (Browser each : all) {
      each.awaitPhase("reveal");
      each.awaitText("#r-slower", "Measured:");
      // On the phones as on the projector.
      assertThat(each.all("main .question")).as("only the one question").hasSize(1);
    }
    assertThat(phone.text("#r-slower")).contains("Your answer: 12 times");
    assertThat(phone.text("#graded")).contains(ServedClass.REFERENCE).contains("as expected");
    lead.click("#focus option[value='']");
    all.forEach(each -> each.await("#r-window"));
    phone.part("workshop-phone", 0.6, "#r-slower");
    phone.requireNoSidewaysScrolling();
    lead.screenshot("room-2-lead-reveal");
    // From here on this browser is the projector's.
    keys.open(served.base() + "lead#" + served.session.start().token());
    keys.await("#go-reveal");
    keys.open(served.base() + "screen");
    keys.awaitPhase("reveal");
    for (String phase : List.of("explain", "repair", "transfer", "score")) {
      go(lead, phase);
      all.forEach(each -> each.awaitPhase(phase));
      assertThat(phone.all("main .question")).as(phase).isNotEmpty();
      phone.screenshot("room-3-phone-" + phase);
      phone.requireNoSidewaysScrolling();
      keys.screenshot("room-3-screen-" + phase);
    }
    assertThat(phone.text(".score")).contains("Mean cost");
    lead.open(served.base() + "summary");
    lead.awaitText("#r-slower", "Answers: 2; after the discussion: 1");
    assertThat(lead.text("#r-slower")).contains("Measured:").doesNotContain("You did not");
    lead.screenshot("room-4-summary");
    for (Browser each : List.of(lead, phone, keys)) {
      each.requireNoComplaint();
    }
  }

  @Test
  void aPersonIsRemovedAndTheCodeChangedByKeyboard() throws IOException, InterruptedException {
    served = ServedClass.begin(folder, true);
    Browser lead = facilitatorPage();
    Browser phone = joined(ColourScheme.PHONE, NAME);
    assertThat(phone.text("nav .name")).isEqualTo(NAME);
    assertThat(phone.all("nav img")).isEmpty();
    String old = served.session.code();
    served.joined("Ann");
    lead.awaitText("main", "2 joined");
    lead.tabTo("#person-1");
    lead.press(Keys.SPACE);
    lead.tabTo("#remove");
    lead.press(Keys.ENTER);
    lead.awaitText("#remove", "press again");
    assertThat(served.session.state().people()).hasSize(2);
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
  }

  /**
   * Goes to a phase and waits until the facilitator's own page is there: what is pressed next is of
   * that page.
   */
  private static void go(Browser lead, String phase) {
    lead.click("#go-" + phase);
    lead.awaitPhase(phase);
  }

  private static void answered(Browser browser, String value, int sure) {
    number(browser, "slower", value, sure);
    browser.awaitText("#q-slower .status", "Saved");
  }
}
