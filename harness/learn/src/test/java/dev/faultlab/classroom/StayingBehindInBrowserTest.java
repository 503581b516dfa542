package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page that missed something comes up with the class by itself: nobody reloads. */
class StayingBehindInBrowserTest {
  private static final Path SHOTS = Path.of("target/screenshots");

  private static final String STYLED =
      "getComputedStyle(document.querySelector('ol.phases')).display === 'flex'";

  @TempDir Path folder;

  @BeforeEach
  void browser() {
    assumeTrue(Browser.here(), Browser.MISSING);
  }

  @Test
  void aRequestThatFailedInPassingIsAskedAgain() throws Exception {
    try (ServedClass served = ServedClass.begin(folder, true);
        Browser page = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      join(served, page);
      page.block("*/api/view*");
      served.lead().move("predict");
      page.await(".lost:not([hidden])");
      assertThat(page.all("[data-phase=predict]")).isEmpty();
      // Nothing changes any more in the class: only the page itself can notice.
      page.block();
      page.awaitPhase("predict");
      assertThat(page.all(".lost:not([hidden])")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/app/ask.js", "/app/participant.js", "/app/ui.en.json", "/api/door"})
  void whatAPageBeginsWithIsLoadedAgain(String file) throws Exception {
    try (ServedClass served = ServedClass.begin(folder, false);
        Browser page = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      page.block("*" + file);
      page.open(served.base() + "#" + served.session.opened().token());
      page.awaitTrue("!document.querySelector('[data-phase]')");
      page.block();
      page.awaitPhase("incident");
    }
  }

  @Test
  void aStyleSheetIsLoadedAgain() throws Exception {
    try (ServedClass served = ServedClass.begin(folder, false);
        Browser page = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      page.block("*/app/class.css");
      page.open(served.base() + "#" + served.session.opened().token());
      page.awaitPhase("incident");
      assertThat(page.script("return " + STYLED)).isEqualTo(false);
      page.block();
      page.awaitTrue(STYLED);
    }
  }

  @Test
  void whatIsSentIsSentUntilSomebodyHasIt() throws Exception {
    try (ServedClass served = ServedClass.begin(folder, false);
        Browser page = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      page.open(served.base() + "#" + served.session.opened().token());
      page.awaitPhase("incident");
      page.block("*/api/lead/move*");
      page.click("#next");
      page.awaitText(".steps .bad", "The server does not answer");
      assertThat(served.session.state().now().phase()).isEqualTo(Phase.INCIDENT);
      page.block("*/api/answer*");
      page.awaitPhase("predict");
      String form = "#q-slower";
      page.type(form + " .amount input", "20");
      page.click(form + " .sure label:nth-of-type(4)");
      page.click(form + " button.main");
      page.awaitText(form + " .status", "The server does not answer");
      assertThat(served.session.state().answers()).isEmpty();
      page.block();
      page.awaitText(form + " .status", "Saved");
      assertThat(served.session.state().last(1, "slower")).isPresent();
    }
  }

  @Test
  void whoeverJoinsWhileNobodyListensJoinsOnce() throws Exception {
    try (ServedClass served = ServedClass.begin(folder, true);
        Browser page = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      page.open(served.base() + "#" + served.session.code());
      page.await("button.main");
      page.block("*/api/join*");
      page.click("button.main");
      page.awaitText(".door .status", "The server does not answer");
      assertThat(page.await("button.main").isEnabled()).isFalse();
      page.block();
      page.awaitPhase("incident");
      assertThat(served.session.state().people()).hasSize(1);
      assertThat(served.session.state().people().get(1).browser()).isPresent();
    }
  }

  @Test
  void theFacilitatorCanReplayWhileHisPageCannotBeHad() throws Exception {
    try (ServedClass served = ServedClass.begin(folder, true);
        Browser desk = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      desk.open(served.base());
      desk.await("button.main");
      desk.block("*/api/lead/view*");
      desk.open(served.base() + "lead#" + served.session.opened().token());
      desk.awaitText("[role=alert]", "The server does not answer");
      desk.click("#replay");
      desk.block();
      desk.awaitText("#graded", ServedClass.REFERENCE);
    }
  }

  @Test
  void pagesFollowAServerThatWasStartedAgain() throws Exception {
    try (Browser page = Browser.start(Browser.Look.LIGHT, SHOTS);
        Browser desk = Browser.start(Browser.Look.DARK, SHOTS)) {
      int port;
      String session;
      try (ServedClass served = ServedClass.begin(folder, true)) {
        port = served.port();
        session = served.session.opened().session();
        join(served, page);
        desk.open(served.base() + "lead#" + served.session.opened().token());
        desk.awaitText("main", "1 joined");
      }
      page.await(".lost:not([hidden])");
      desk.awaitText("[role=alert]", "The server does not answer");
      try (ServedClass served = ServedClass.resume(folder, session, port)) {
        served.lead().move("predict");
        page.awaitPhase("predict");
        desk.awaitPhase("predict");
        desk.awaitTrue("document.querySelector('[role=alert]').textContent === ''");
      }
    }
  }

  @Test
  void aClickOnTheFacilitatorsPageOutlastsTheAnswersThatComeIn() throws Exception {
    try (ServedClass served = ServedClass.begin(folder, true);
        Browser desk = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      desk.open(served.base() + "lead#" + served.session.opened().token());
      desk.awaitText("main", "0 joined");
      desk.hold("#go-predict");
      served.joined("Ann");
      desk.awaitText("main", "1 joined");
      desk.letGo();
      desk.awaitPhase("predict");
    }
  }

  private static void join(ServedClass served, Browser page) {
    page.open(served.base() + "#" + served.session.code());
    page.click("button.main");
    page.awaitPhase("incident");
  }
}
