package dev.faultlab.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.files.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointTest {
  private static final Point OLD = point("names", "jdk", "8", "jars", "300");
  private static final Point NEW = point("names", "jdk", "17", "jars", "300");

  @Test
  void isEqualByItsSettingsWhateverTheirOrder() {
    assertThat(point("v", "jdk", "8", "kafka", "4.3.1"))
        .isEqualTo(point("v", "kafka", "4.3.1", "jdk", "8"))
        .hasSameHashCodeAs(point("v", "kafka", "4.3.1", "jdk", "8"))
        .isNotEqualTo(point("v", "jdk", "8", "kafka", "4.3.2"))
        .isEqualByComparingTo(point("v", "kafka", "4.3.1", "jdk", "8"))
        .isNotEqualByComparingTo(point("v", "jdk", "8", "kafka", "4.3.2"));
  }

  @Test
  void losesTheAxesThatAreNamedAndReadsTypedValues() {
    assertThat(OLD.without(Set.of("jdk"))).isEqualTo(point("names", "jars", "300"));
    assertThat(Value.list("8, 4.3.1")).containsExactly(Value.of(8), Value.of("4.3.1"));
  }

  @Test
  void survivesJsonWithItsTypes() throws IOException {
    String text = Json.MAPPER.writeValueAsString(point("v", "jdk", "8", "kafka", "4.3.1"));
    assertThat(text).isEqualTo("{\"variant\":\"v\",\"at\":{\"jdk\":8,\"kafka\":\"4.3.1\"}}");
    assertThat(Json.MAPPER.readValue(text, Point.class))
        .isEqualTo(point("v", "jdk", "8", "kafka", "4.3.1"));
  }

  @Test
  void versionsStandInTheOrderInWhichTheyCame() {
    assertThat(
            Stream.of("1.26.8", "image:x", "1.9.3", "4.3.1", "4.3.1-rc1", "11", "8")
                .map(Value::of)
                .sorted()
                .map(Value::toString))
        .containsExactly("1.9.3", "1.26.8", "4.3.1-rc1", "4.3.1", "8", "11", "image:x");
    assertThat(Value.of("08")).isEqualTo(new Value.Text("08"));
  }

  @Test
  void agreesOnEveryCommonAxisButThoseSetApart() {
    assertThat(OLD.agreesWith(NEW, Set.of())).isFalse();
    assertThat(OLD.agreesWith(NEW, Set.of("jdk"))).isTrue();
    assertThat(OLD.agreesWith(point("other"), Set.of())).isTrue();
  }

  @Test
  void takesMoreSettingsAndReplacesThoseItHas() {
    assertThat(OLD.with(Map.of("jdk", Value.of(17)))).isEqualTo(NEW);
    assertThat(point("names", "jdk", "17").with(Map.of("jars", Value.of(300)))).isEqualTo(NEW);
  }

  @Test
  void pointsArePairedByTheAxesThatTheyShare() {
    assertThat(Projection.varying(List.of(OLD, NEW))).containsExactly("jdk");
    assertThat(Projection.pairs(List.of(OLD), List.of(NEW), Set.of())).isEmpty();
    assertThat(Projection.pairs(List.of(OLD), List.of(NEW), Set.of("jdk")))
        .containsExactly(new Projection.Pair(OLD, NEW));
  }

  @Test
  void aSelectorNamesPointsByVariantAndSettings() {
    assertThat(Selector.parse("jdk=8, jars=300").matches(OLD)).isTrue();
    assertThat(Selector.parse("jdk=17").matches(OLD)).isFalse();
    assertThat(Selector.parse("j=8").axes()).containsExactly("j");
    assertThat(Selector.parse("kafka=4.3.1").matches(OLD)).isFalse();
    assertThat(new Selector(Optional.of("other"), Map.of()).matches(OLD)).isFalse();
    assertThatThrownBy(() -> Selector.parse("jdk"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected AXIS=VALUE");
  }

  @Test
  void pointsAndSelectorsAreWordsForPeople() {
    assertThat(OLD.words()).isEqualTo("names, jdk 8, jars 300").isEqualTo(OLD.toString());
    assertThat(OLD.settings()).isEqualTo("jdk 8, jars 300");
    assertThat(point("names").words()).isEqualTo("names");
    assertThat(Selector.any()).hasToString("any variant");
    assertThat(Selector.parse("jdk=8,jars=300")).hasToString("any variant at jdk=8, jars=300");
    assertThat(new Selector(Optional.of("names"), Map.of())).hasToString("names");
    assertThat(Selector.parse("jdk=8,jars=300").axes()).containsExactly("jdk", "jars");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=8", "jdk=", "", "jdk=8,", "jdk"})
  void aSelectorNeedsAnAxisAndAValue(String text) {
    assertThatThrownBy(() -> Selector.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void wordsComeAfterVersionsFromEitherSide() {
    assertThat(Value.of("image:x")).isGreaterThan(Value.of(17)).isLessThan(Value.of("image:y"));
    assertThat(Value.of(17)).isLessThan(Value.of("image:x")).isGreaterThan(Value.of(8));
    // Equal as versions, and two values all the same.
    assertThat(Value.of("4.3")).isNotEqualByComparingTo(Value.of("4.3.0"));
  }

  private static Point point(String variant, String... settings) {
    Map<String, Value> at = new LinkedHashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      at.put(settings[i], Value.of(settings[i + 1]));
    }
    return new Point(variant, at);
  }

  @ParameterizedTest
  @CsvSource({
    "'openjdk version \"21.0.4\" 2024-07-16; OpenJDK Runtime Environment', 21.0.4",
    "'openjdk version \"25\" 2025-09-16; build 25+36-Debian', 25",
    "'openjdk version \"1.8.0_412\"', 8",
    "6.12.57+deb13-amd64, 6.12.57",
    "go version go1.26.8 linux/amd64, 1.26.8",
    "k6 v1.8.1 (go1.26), 1.8.1",
    "'CoreDNS-1.15.0; linux/amd64', 1.15.0",
    "4.3.1 (Commit:ab12), 4.3.1",
    "release 7, 7"
  })
  void aProgramSaysItsVersionInItsOwnWords(String text, String version) {
    assertThat(Value.versionIn(text)).map(Value::toString).contains(version);
    assertThat(Value.versionIn("no number here")).isEmpty();
  }
}
