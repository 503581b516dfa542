package dev.faultlab.classroom;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.ColourScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** A served class, and browsers that are on its pages. */
abstract class InBrowser {
  private static final Path SCREENSHOTS = Path.of("target/screenshots");

  @TempDir Path folder;
  ServedClass served;
  private final List<Browser> browsers = new ArrayList<>();

  @BeforeEach
  void requireBrowser() {
    assumeTrue(Browser.isInstalled(), Browser.MISSING);
  }

  @AfterEach
  void close() throws IOException {
    browsers.forEach(Browser::close);
    served.close();
  }

  Browser browser(ColourScheme look) throws IOException {
    Browser browser = Browser.start(look, SCREENSHOTS);
    browsers.add(browser);
    return browser;
  }

  /** A person alone begins a lesson. */
  Browser soloLearner(ColourScheme look) throws IOException {
    served = ServedClass.begin(folder, false);
    return soloLearner(browser(look));
  }

  Browser soloLearner(Browser browser) {
    browser.open(served.base() + "#" + served.session.start().token());
    browser.awaitPhase("incident");
    return browser;
  }

  /** A person joins with a browser. */
  Browser joined(ColourScheme look, String name) throws IOException {
    Browser browser = browser(look);
    browser.open(served.base() + "#" + served.session.code());
    browser.type("#name", name);
    browser.click("button.main");
    browser.awaitPhase("incident");
    return browser;
  }

  /** The facilitator's page. */
  Browser facilitatorPage() throws IOException {
    Browser page = browser(ColourScheme.LIGHT);
    page.open(served.base() + "lead#" + served.session.start().token());
    page.awaitPhase("incident");
    return page;
  }

  /** A person alone goes to the next phase, by keyboard. */
  static void next(Browser browser, String phase) {
    browser.tabTo("#next");
    browser.press(Keys.ENTER);
    if (phase.equals("run")) {
      browser.awaitText("#next", "press again");
      browser.press(Keys.ENTER);
    }
    browser.awaitPhase(phase);
  }

  /** Answers a question for a number. */
  static void number(Browser browser, String question, String value, int sure) {
    String form = "#q-" + question;
    browser.type(form + " .amount input", value);
    browser.click(form + " .sure label:nth-of-type(" + sure + ")");
    browser.click(form + " button.main");
  }
}
