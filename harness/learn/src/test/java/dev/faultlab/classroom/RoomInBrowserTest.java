package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.Look;
import dev.faultlab.lesson.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Three participants and a facilitator go through a replayed lab. */
class RoomInBrowserTest extends InBrowser {
  private static final String NAME = "<img src=x onerror=alert(1)>";

  @Test
  void aClassOfThreeIsLedThroughAReplayedLab() throws IOException, InterruptedException {
    served = ServedClass.begin(folder, true);
    Browser lead = desk();
    Browser phone = joined(Look.PHONE, "Ann");
    Browser dark = joined(Look.DARK, NAME);
    // What a person typed is a text and no element.
    assertThat(dark.text("nav .name")).isEqualTo(NAME);
    assertThat(dark.all("nav img")).isEmpty();
    Browser keys = browser(Look.LIGHT);
    joinByKeyboard(keys);
    lead.awaitText("main", "3 joined");
    lead.shot("room-1-lead");
    projector(lead, "room-1-screen");
    phone.shot("room-1-phone");

    // One question at a time, as in peer instruction.
    go(lead, "predict");
    lead.click("#focus option[value=slower]");
    List<Browser> all = List.of(phone, dark, keys);
    for (Browser each : all) {
      each.awaitTrue(
          "document.getElementById('q-slower') && document.querySelectorAll('main .question').length === 1");
    }
    answered(phone, "2", 4);
    answered(dark, "100", 2);
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
    answered(phone, "12", 4);
    lead.awaitText("#progress", "1 of 3");
    lead.click("#shown");
    lead.shot("room-4-lead-again");
    lead.part("workshop-lead", 0.7, "nav", "header", "main");
    lead.requireNames();
    lead.awaitText(".people", NAME);
    projector(lead, "room-4-screen-again");

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

  @Test
  void aPersonIsRemovedAndTheCodeChangedByKeyboard() throws IOException, InterruptedException {
    served = ServedClass.begin(folder, true);
    Browser lead = desk();
    Browser phone = joined(Look.PHONE, "Mallory");
    String old = served.session.code();
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

  /**
   * Goes to a phase and waits until the facilitator's own page is there: what is pressed next is of
   * that page.
   */
  private static void go(Browser lead, String phase) {
    lead.click("#go-" + phase);
    lead.awaitPhase(phase);
  }

  /** What the projector shows now; the facilitator's page goes on after it. */
  private void projector(Browser lead, String name) throws IOException {
    lead.open(served.base() + "screen");
    lead.awaitPhase(served.session.state().now().phase().name().toLowerCase(Locale.ROOT));
    lead.shot(name);
    lead.open(served.base() + "lead");
    lead.await("#go-run");
  }

  private void joinByKeyboard(Browser browser) {
    browser.open(served.base());
    browser.tabTo("#code");
    browser.press(served.session.code().toLowerCase());
    browser.press(Keys.TAB, "Kim", Keys.ENTER);
    browser.awaitPhase("incident");
  }

  private static void answered(Browser browser, String value, int sure) {
    number(browser, "slower", value, sure);
    browser.awaitText("#q-slower .status", "Saved");
  }
}
