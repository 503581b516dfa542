package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import java.io.IOException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How findings are put: a name once, frames whole, times in seconds. */
class WordingTest {
  @Test
  void saysATextOnceHoweverOftenItComes() {
    Examples examples = new Examples();
    for (int n = 0; n < 5; n++) {
      examples.add("a.lab", 10 * n + 1, 10 * n + 2, 10 * n + 3);
    }
    examples.add("b.lab", 100);
    assertThat(examples)
        .hasToString("a.lab 5 times, b.lab (frames 1, 2, 3; 11, 12, 13; 21, 22, 23; ...)");
    assertThat(examples.frames()).hasSize(16).endsWith(100L);
  }

  @Test
  void countsWhatItDoesNotName() {
    Examples examples = new Examples();
    for (String each : new String[] {"a", "b", "c", "d", "a", "e"}) {
      examples.add(each);
    }
    assertThat(examples).hasToString("a 2 times, b, c and 2 more");
    assertThat(examples.count()).isEqualTo(6);
  }

  /** Memory is bounded, and what is kept of an occurrence is all of it. */
  @Test
  void keepsWholeOccurrencesUpToABound() {
    Examples examples = new Examples();
    for (int n = 0; n < 1000; n++) {
      examples.add("a", 3 * n + 1, 3 * n + 2, 3 * n + 3);
    }
    assertThat(examples.frames()).hasSize(64 * 3).endsWith(190L, 191L, 192L);
  }

  @ParameterizedTest
  @CsvSource({"5005000000, 5.01 s", "10200000, 0.0102 s", "20000000000, 20 s", "0, 0 s"})
  void givesTimesInSeconds(long nanos, String text) {
    assertThat(Seconds.of(nanos)).isEqualTo(text);
  }

  @Test
  void namesTheSubjectOnceInAFinding() {
    DnsScene dns = new DnsScene();
    for (int n = 0; n < 40; n++) {
      dns.query(n * 100, 100 + n, n, "once.lab", 1).answer(n * 100 + 5, 100 + n, n, "once.lab", 1);
    }
    Finding finding = Diagnosing.of(dns.toBytes()).findings().get(0);
    assertThat(finding.place().subject()).contains("once.lab");
    assertThat(finding.place().where() + finding.why() + finding.not()).doesNotContain("once.lab");
    assertThat(finding.not()).contains("What speaks against it");
  }

  @Test
  void eachSentenceIsOfAFinding() throws IOException {
    Properties texts = new Properties();
    texts.load(FindingTexts.class.getResourceAsStream("findings.properties"));
    texts.keySet().removeIf(key -> key.toString().startsWith("unseen."));
    assertThat(texts.stringPropertyNames())
        .isNotEmpty()
        .allSatisfy(
            key -> assertThat(FindingId.of(key.replaceFirst("[.].*", ""))).as(key).isPresent());
  }
}
