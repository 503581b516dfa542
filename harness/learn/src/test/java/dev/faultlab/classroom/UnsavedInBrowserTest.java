package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody does on a page outlasts what others do meanwhile. */
class UnsavedInBrowserTest {
  private static final Path SHOTS = Path.of("target/screenshots");

  private static final String UNTIL = "document.querySelector('.clock').dataset.until";
  private static final String TYPED =
      "return [...document.querySelectorAll('#q-windows select, #q-delay .amount input')]"
          + ".map((i) => i.value)";

  @TempDir Path folder;

  @BeforeEach
  void browser() {
    assumeTrue(Browser.here(), Browser.MISSING);
  }

  @Test
  void whatTheFacilitatorDoesTakesNothingFromAnybodysForms() throws Exception {
    try (ServedClass served = ServedClass.begin(folder, true);
        Browser page = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      Visitor lead = join(served, page);
      move(lead, Map.of("phase", "predict", "minutes", 5, "shown", false));
      page.awaitPhase("predict");
      page.type("#q-slower .amount input", "20");
      page.click("#q-slower .sure label:nth-of-type(2)");
      page.click("#q-no-storm .options label:nth-of-type(3)");
      page.tabTo("#q-windows label:nth-of-type(2) select");
      page.press("1");
      page.type("#q-delay p:nth-of-type(2) input", "60");
      Object typed = page.script(TYPED);
      Object until = page.script("return " + UNTIL);
      assertThat(until).isNotEqualTo("");

      // Only the clock changes: the forms are the very same.
      page.script("document.getElementById('q-slower').same = true");
      move(lead, Map.of("phase", "predict", "minutes", 9, "shown", false));
      page.awaitTrue(UNTIL + " !== '" + until + "'");
      Object later = page.script("return " + UNTIL);
      assertThat(page.script("return document.getElementById('q-slower').same")).isEqualTo(true);

      // Another result, what the projector shows, and one question only: the clock goes on.
      lead.post("api/lead/replay", Map.of("run", ""));
      move(lead, Map.of("phase", "predict", "focus", "slower", "shown", true));
      page.awaitTrue("document.querySelectorAll('form.question').length === 1");
      assertThat(page.script("return " + UNTIL)).isEqualTo(later);
      assertThat(page.await("#q-slower .amount input").getDomProperty("value")).isEqualTo("20");

      move(lead, Map.of("phase", "predict", "shown", true));
      page.await("#q-windows");
      assertThat(page.await("#q-slower .amount input").getDomProperty("value")).isEqualTo("20");
      assertThat(page.await("#q-slower .sure label:nth-of-type(2) input").isSelected()).isTrue();
      assertThat(page.await("#q-no-storm .options label:nth-of-type(3) input").isSelected())
          .isTrue();
      assertThat(page.script(TYPED)).isEqualTo(typed).asString().contains("1").contains("60");
      assertThat(page.text("#q-slower .status")).contains("not saved");
      assertThat(served.session.state().answers()).isEmpty();

      page.click("#q-slower button.main");
      page.awaitText("#q-slower .status", "Saved");
      page.requireNoComplaint();
    }
  }

  @Test
  void aPageThatIsOnlyLessHighIsNotDrawnAnew() throws Exception {
    try (ServedClass served = ServedClass.begin(folder, true);
        Browser page = Browser.start(Browser.Look.LIGHT, SHOTS)) {
      Visitor lead = join(served, page);
      lead.post("api/lead/replay", Map.of("run", ""));
      move(lead, Map.of("phase", "reveal", "shown", false));
      page.awaitPhase("reveal");
      page.click("#r-window summary");
      page.script("document.getElementById('r-window').same = true");
      Object high = page.script("return innerHeight");
      page.resize(1280, 700);
      page.awaitTrue("innerHeight < " + high);
      // A timer that is set later for as long goes off later: the page has had its turn.
      page.script(
          "dispatchEvent(new Event('resize')); return new Promise((had) => setTimeout(had, 150))");
      assertThat(page.script("return document.getElementById('r-window').same")).isEqualTo(true);

      page.resize(700, 700);
      page.awaitTrue("!document.getElementById('r-window').same");
      assertThat(page.script("return document.querySelector('#r-window details').open"))
          .isEqualTo(true);
    }
  }

  private static Visitor join(ServedClass served, Browser page) throws Exception {
    page.open(served.base() + "#" + served.session.code());
    page.click("button.main");
    page.awaitPhase("incident");
    return served.lead();
  }

  private static void move(Visitor lead, Map<String, Object> where) throws Exception {
    assertThat(lead.post("api/lead/move", where).statusCode()).isEqualTo(204);
  }
}
