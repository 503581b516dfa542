package dev.faultlab.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionOrderTest {
  private static final Path PAIRS = Path.of("../samples/versions/pairs.csv");

  @Test
  void ordersAsTheEcosystemsOwnToolsDo() throws IOException {
    List<String[]> pairs =
        Files.readAllLines(PAIRS).stream().skip(1).map(l -> l.split(",")).toList();
    assertThat(
            pairs.stream()
                .collect(Collectors.groupingBy(p -> p[0], Collectors.counting()))
                .values())
        .hasSize(7)
        .allMatch(n -> n == 200);
    assertThat(pairs)
        .filteredOn(
            p ->
                Integer.signum(
                        VersionOrder.valueOf(p[0].toUpperCase(Locale.ROOT)).compare(p[1], p[2]))
                    != Integer.parseInt(p[3]))
        .extracting(p -> String.join(" ", p))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "MAVEN, >=5.4-alpha2 <5.4.2, 5.4-alpha1, no",
    "MAVEN, >=5.4-alpha2 <5.4.2, 5.4-alpha2, yes",
    "MAVEN, >=5.4-alpha2 <5.4.2, 5.4, unknown",
    "MAVEN, >=5.4-alpha2 <5.4.2, 5.4.2, no",
    "MAVEN, >=4.0.0, 4.0, yes",
    "MAVEN, >=4.0.0, 4.0.0-rc1, no",
    "GO, <1.27, 1.27rc1, yes",
    "GO, <1.27rc1, 1.27rc1, no",
    "GO, <1.27rc1, 1.26.9, yes",
    "GO, <1.27, 1.27.0, no",
    "GO, <1.26.3, 1.26, unknown",
    "DEB, <1.2.4, 1.2.3-1, yes",
    "DEB, <1.2.4, 1.2.5-r0, no",
    "JDK, >=21 <24, 21.0.4+7-LTS, yes",
    "JDK, >=21 <24, 24-ea, no",
    "JDK, <9, 8u432-b06-2~deb12u1, yes",
    "JDK, <9, 1.8.0_432, yes",
    "JDK, <9, 17.0.21.1+2-1~deb12u1, no",
    "JDK, <8.0.292, 8u282-b08, yes",
    "JDK, <8.0.292, 8u292, no",
    "JDK, <8.0.292, 1.8.0_292-b10, no",
    "JDK, <8.0.292, 8, unknown",
    "JDK, <17.0.9 || >=18 <21.0.9, 21.0.4, yes",
    "JDK, <17.0.9 || >=18 <21.0.9, 17.0.9, no",
    "JDK, <18, UNKNOWN, unknown",
    "NPM, >=5.4.0-alpha2 <5.4.2, ~5.4.0, unknown",
  })
  void findsAVersionInARange(VersionOrder order, String range, String version, String expected) {
    assertThat(new VersionRange(order, range).contains(version))
        .isEqualTo(
            expected.equals("unknown") ? Optional.empty() : Optional.of(expected.equals("yes")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5.4", ">=5.4,<6", "<", ">=x"})
  void rejectsWhatIsNoRange(String text) {
    assertThatThrownBy(() -> new VersionRange(VersionOrder.GOLANG, text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
