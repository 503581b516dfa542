package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.ColourScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page that missed something comes up with the class by itself: nobody reloads. */
class StayingBehindInBrowserTest extends InBrowser {
  private static final String IS_STYLED_SCRIPT =
      "getComputedStyle(document.querySelector('ol.phases')).display === 'flex'";

  @Test
  void aRequestThatFailedInPassingIsAskedAgain() throws Exception {
    served = ServedClass.begin(folder, true);
    Browser page = joined(ColourScheme.LIGHT, "");
    page.block("*/api/view*");
    served.lead().move("predict");
    page.await(".lost:not([hidden])");
    assertThat(page.all("[data-phase=predict]")).isEmpty();
    // Nothing changes any more in the class: only the page itself can notice.
    page.block();
    page.awaitPhase("predict");
    assertThat(page.all(".lost:not([hidden])")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/app/ask.js", "/app/participant.js", "/app/ui.en.json", "/api/door"})
  void whatAPageBeginsWithIsLoadedAgain(String file) throws Exception {
    served = ServedClass.begin(folder, false);
    Browser page = browser(ColourScheme.LIGHT);
    page.block("*" + file);
    page.open(served.base() + "#" + served.session.start().token());
    page.awaitTrue("!document.querySelector('[data-phase]')");
    page.block();
    page.awaitPhase("incident");
  }

  @Test
  void aStyleSheetIsLoadedAgain() throws Exception {
    served = ServedClass.begin(folder, false);
    Browser page = browser(ColourScheme.LIGHT);
    page.block("*/app/class.css");
    soloLearner(page);
    assertThat(page.script("return " + IS_STYLED_SCRIPT)).isEqualTo(false);
    page.block();
    page.awaitTrue(IS_STYLED_SCRIPT);
  }

  @Test
  void whatIsSentIsSentUntilSomebodyHasIt() throws Exception {
    Browser page = soloLearner(ColourScheme.LIGHT);
    page.block("*/api/lead/move*");
    page.click("#next");
    page.awaitText(".steps .bad", "The server does not answer");
    assertThat(served.session.state().now().phase()).isEqualTo(Phase.INCIDENT);
    page.block("*/api/answer*");
    page.awaitPhase("predict");
    number(page, "slower", "20", 4);
    page.awaitText("#q-slower .status", "The server does not answer");
    assertThat(served.session.state().people().values()).allMatch(p -> p.answers().isEmpty());
    page.block();
    page.awaitText("#q-slower .status", "Saved");
    assertThat(served.session.state().people().get(1).last("slower")).isPresent();
  }

  @Test
  void whoeverJoinsWhileNobodyListensJoinsOnce() throws Exception {
    served = ServedClass.begin(folder, true);
    Browser page = browser(ColourScheme.LIGHT);
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

  @Test
  void theFacilitatorCanReplayWhileHisPageCannotBeHad() throws Exception {
    served = ServedClass.begin(folder, true);
    Browser facilitator = browser(ColourScheme.LIGHT);
    facilitator.block("*/api/lead/view*");
    facilitator.open(served.base() + "lead#" + served.session.start().token());
    facilitator.awaitText("[role=alert]", "The server does not answer");
    facilitator.click("#replay");
    facilitator.block();
    facilitator.awaitText("#graded", ServedClass.REFERENCE);
  }

  @Test
  void pagesFollowAServerThatWasStartedAgain() throws Exception {
    served = ServedClass.begin(folder, true);
    Browser page = joined(ColourScheme.LIGHT, "");
    Browser facilitator = facilitatorPage();
    facilitator.awaitText("main", "1 joined");
    int port = served.port();
    served.close();
    page.await(".lost:not([hidden])");
    facilitator.awaitText("[role=alert]", "The server does not answer");
    served = ServedClass.resume(folder, served.session.start().session(), port);
    served.lead().move("predict");
    page.awaitPhase("predict");
    facilitator.awaitPhase("predict");
    facilitator.awaitTrue("document.querySelector('[role=alert]').textContent === ''");
  }

  @Test
  void aClickOnTheFacilitatorsPageOutlastsTheAnswersThatComeIn() throws Exception {
    served = ServedClass.begin(folder, true);
    Browser facilitator = facilitatorPage();
    facilitator.awaitText("main", "0 joined");
    facilitator.pressMouse("#go-predict");
    served.joined("Ann");
    facilitator.awaitText("main", "1 joined");
    facilitator.releaseMouse();
    facilitator.awaitPhase("predict");
  }
}
