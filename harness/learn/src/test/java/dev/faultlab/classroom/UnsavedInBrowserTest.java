package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.ColourScheme;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What somebody does on a page outlasts what others do meanwhile. */
class UnsavedInBrowserTest extends InBrowser {
  private static final String DEADLINE_SCRIPT = "document.querySelector('.clock').dataset.until";
  private static final String TYPED =
      "return [...document.querySelectorAll('#q-windows select, #q-delay .amount input')]"
          + ".map((i) => i.value)";

  @Test
  void whatTheFacilitatorDoesTakesNothingFromAnybodysForms() throws Exception {
    served = ServedClass.begin(folder, true);
    Visitor lead = served.lead();
    Browser page = joined(ColourScheme.LIGHT, "Ann");
    move(lead, Map.of("phase", "predict", "minutes", 5, "shown", false));
    page.awaitPhase("predict");
    page.type("#q-slower .amount input", "20");
    page.click("#q-slower .sure label:nth-of-type(2)");
    page.click("#q-no-storm .options label:nth-of-type(3)");
    page.tabTo("#q-windows label:nth-of-type(2) select");
    page.press("1");
    page.type("#q-delay p:nth-of-type(2) input", "60");
    Object typed = page.script(TYPED);
    Object until = page.script("return " + DEADLINE_SCRIPT);
    assertThat(until).isNotEqualTo("");

    // Only the clock changes: the forms are the very same.
    page.script("document.getElementById('q-slower').same = true");
    move(lead, Map.of("phase", "predict", "minutes", 9, "shown", false));
    page.awaitTrue(DEADLINE_SCRIPT + " !== '" + until + "'");
    Object later = page.script("return " + DEADLINE_SCRIPT);
    assertThat(page.script("return document.getElementById('q-slower').same")).isEqualTo(true);

    // Another result, what the projector shows, and one question only: the clock goes on.
    lead.post("api/lead/replay", Map.of("run", ""));
    move(lead, Map.of("phase", "predict", "focus", "slower", "shown", true));
    page.awaitTrue("document.querySelectorAll('form.question').length === 1");
    assertThat(page.script("return " + DEADLINE_SCRIPT)).isEqualTo(later);
    assertThat(page.await("#q-slower .amount input").getDomProperty("value")).isEqualTo("20");

    move(lead, Map.of("phase", "predict", "shown", true));
    page.await("#q-windows");
    assertThat(page.await("#q-slower .amount input").getDomProperty("value")).isEqualTo("20");
    assertThat(page.await("#q-slower .sure label:nth-of-type(2) input").isSelected()).isTrue();
    assertThat(page.await("#q-no-storm .options label:nth-of-type(3) input").isSelected()).isTrue();
    assertThat(page.script(TYPED)).isEqualTo(typed).asString().contains("1").contains("60");
    assertThat(page.text("#q-slower .status")).contains("not saved");
    assertThat(served.session.state().people().values()).allMatch(p -> p.answers().isEmpty());

    page.click("#q-slower button.main");
    page.awaitText("#q-slower .status", "Saved");
    page.requireNoComplaint();
  }

  private static void move(Visitor lead, Map<String, Object> where) throws Exception {
    assertThat(lead.post("api/lead/move", where).statusCode()).isEqualTo(204);
  }
}
