package dev.faultlab.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A headless Chromium, driven as a person would: the build without a desktop's windows, which takes
 * much less to start and draws pages with the same engine.
 */
public final class Browser implements AutoCloseable {
  /** Not the script of that name on the PATH: what it starts stays when the driver ends it. */
  private static final Path CHROMIUM = Path.of("/usr/lib/chromium/chromium-headless-shell");

  private static final String DRIVER = "chromedriver";

  /** What to say where there is none. */
  public static final String MISSING = "no " + CHROMIUM + ", or no " + DRIVER + " on the PATH";

  /** A machine that stands still now and then is no fault of the page. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Between two looks: a page mostly needs much less than the half second that Selenium sleeps. */
  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  private static final int MAX_TABS = 400;

  /** How a browser looks at the page. */
  public enum ColourScheme {
    LIGHT,
    DARK,
    PHONE
  }

  private final ChromeDriver driver;
  private final Path screenshotFolder;
  private String opened = "about:blank";

  private Browser(ChromeDriver driver, Path screenshotFolder) {
    this.driver = driver;
    this.screenshotFolder = screenshotFolder;
  }

  public static boolean isInstalled() {
    return Files.isExecutable(CHROMIUM) && program(DRIVER).isPresent();
  }

  /**
   * Starts one.
   *
   * @param screenshotFolder folder of screenshots
   */
  public static Browser start(ColourScheme look, Path screenshotFolder) throws IOException {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toString());
    options.addArguments(
        "--headless",
        "--disable-gpu",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
        "--blink-settings=preferredColorScheme=" + (look == ColourScheme.DARK ? 0 : 1));
    if (look == ColourScheme.PHONE) {
      options.setExperimentalOption(
          "mobileEmulation",
          Map.of("deviceMetrics", Map.of("width", 390, "height", 844, "pixelRatio", 2.0)));
    }
    LoggingPreferences log = new LoggingPreferences();
    log.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", log);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new java.io.File(program(DRIVER).orElseThrow()))
            .usingAnyFreePort()
            .build();
    Files.createDirectories(screenshotFolder);
    return new Browser(new ChromeDriver(service, options), screenshotFolder);
  }

  /** Opens a page. */
  public void open(String url) {
    opened = url;
    waits().until(d -> visit(url));
  }

  /**
   * False when the machine's networks changed meanwhile, for which the browser gives up. A person's
   * tries again by itself, this build does not.
   */
  private boolean visit(String url) {
    try {
      driver.get(url);
      return true;
    } catch (WebDriverException e) {
      if (String.valueOf(e.getMessage()).contains("net::ERR_NETWORK_CHANGED")) {
        return false;
      }
      throw e;
    }
  }

  /** Visits the page once more where the browser shows its own page for errors. */
  private void visitAgainAfterError() {
    if (String.valueOf(script("return location.href")).startsWith("chrome-error:")) {
      visit(opened);
    }
  }

  /** Waits until the page shows a phase. */
  public void awaitPhase(String phase) {
    await("[data-phase=" + phase + "]");
  }

  /** Waits until something matches. */
  public WebElement await(String css) {
    return waits()
        .withMessage(() -> css + " in " + shown())
        .until(
            d -> {
              visitAgainAfterError();
              return d.findElements(By.cssSelector(css)).stream().findFirst().orElse(null);
            });
  }

  /** Waits until what matches has a text in it. */
  public void awaitText(String css, String text) {
    waits()
        .ignoring(StaleElementReferenceException.class)
        .withMessage(() -> "'" + text + "' in " + css + " in " + shown())
        .until(
            d -> {
              visitAgainAfterError();
              return d.findElements(By.cssSelector(css)).stream()
                  .anyMatch(e -> e.getText().contains(text));
            });
  }

  /** Waits until an expression of the page is true; a frame that loads has nothing to ask yet. */
  public void awaitTrue(String expression) {
    waits()
        .ignoring(JavascriptException.class)
        .withMessage(expression)
        .until(
            d -> {
              visitAgainAfterError();
              return Boolean.TRUE.equals(script("return " + expression));
            });
  }

  public List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  public String text(String css) {
    return waits().ignoring(StaleElementReferenceException.class).until(d -> await(css).getText());
  }

  public void click(String css) {
    waits()
        .ignoring(StaleElementReferenceException.class)
        .until(
            d -> {
              WebElement element = await(css);
              script("arguments[0].scrollIntoView({block: 'center'})", element);
              element.click();
              return true;
            });
  }

  public void type(String css, String text) {
    WebElement field = await(css);
    field.clear();
    field.sendKeys(text);
  }

  /** Presses keys where the focus is. */
  public void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Presses the button of the mouse, and does not let it go. */
  public void pressMouse(String css) {
    new Actions(driver).clickAndHold(await(css)).perform();
  }

  /** Lets the button of the mouse go. */
  public void releaseMouse() {
    new Actions(driver).release().perform();
  }

  /** Requests for these addresses fail from now on, and no others. */
  public void block(String... addresses) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(addresses)));
  }

  /** Goes there with the tab key alone. */
  public void tabTo(String css) {
    await(css);
    for (int i = 0; i < MAX_TABS; i++) {
      if (Boolean.TRUE.equals(script("return document.activeElement.matches(arguments[0])", css))) {
        return;
      }
      press(Keys.TAB);
    }
    throw new AssertionError("the tab key does not lead to " + css);
  }

  public Object script(String code, Object... arguments) {
    return driver.executeScript(code, arguments);
  }

  /** Writes the whole page as a picture. */
  public void screenshot(String name) throws IOException {
    // What stays at the top of the window would lie across the middle of the page.
    script("scrollTo({top: 0, behavior: 'instant'})");
    write(name, Map.of("format", "png", "captureBeyondViewport", true));
  }

  /**
   * Writes a part of the page, for a document: the least that holds these, and a margin.
   *
   * @param scale of the picture
   */
  public void part(String name, double scale, String... css) throws IOException {
    script("scrollTo({top: 0, behavior: 'instant'})");
    Object clip =
        script(
            "const boxes = arguments[0].map((css) => document.querySelector(css).getBoundingClientRect());"
                + "const x = Math.max(0, Math.min(...boxes.map((b) => b.left)) - 12);"
                + "const y = Math.max(0, Math.min(...boxes.map((b) => b.top)) - 12);"
                + "return { x, y, width: Math.max(...boxes.map((b) => b.right)) + 12 - x,"
                + " height: Math.max(...boxes.map((b) => b.bottom)) + 12 - y, scale: arguments[1] }",
            List.of(css),
            scale);
    write(name, Map.of("format", "png", "captureBeyondViewport", true, "clip", clip));
  }

  private void write(String name, Map<String, Object> options) throws IOException {
    Object png = driver.executeCdpCommand("Page.captureScreenshot", options).get("data");
    Files.write(screenshotFolder.resolve(name + ".png"), Base64.getDecoder().decode((String) png));
  }

  /** Nothing is wider than the window. */
  public void requireNoSidewaysScrolling() {
    assertThat(
            script(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        .as("pixels that the page is wider than its window")
        .isEqualTo(0L);
  }

  /**
   * Neither errors nor anything that the content security policy had to stop.
   *
   * @param expected parts of what may be complained about all the same
   */
  public void requireNoComplaint(String... expected) {
    assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
        .filteredOn(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .extracting(Object::toString)
        .filteredOn(line -> Stream.of(expected).noneMatch(line::contains))
        // Whatever starts or stops a container meanwhile does this; the page asks again.
        .filteredOn(line -> !line.contains("net::ERR_NETWORK_CHANGED"))
        .isEmpty();
  }

  /** Everything that can be operated has a name that is read out. */
  public void requireNames() {
    assertThat(
            script(
                """
                const named = (e) => e.getAttribute('aria-label') || e.textContent.trim() || (e.labels && [...e.labels].some((l) => l.textContent.trim()));
                return [...document.querySelectorAll('button, input, select, [role=slider], [role=img], a[href]')]
                  .filter((e) => !named(e)).map((e) => e.outerHTML.slice(0, 120));
                """))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .isEmpty();
  }

  @Override
  public void close() {
    driver.quit();
  }

  private String shown() {
    return script("return location.href") + ": " + driver.findElement(By.tagName("body")).getText();
  }

  private WebDriverWait waits() {
    return new WebDriverWait(driver, TIMEOUT, POLL_INTERVAL);
  }

  private static Optional<String> program(String name) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(":"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }
}
