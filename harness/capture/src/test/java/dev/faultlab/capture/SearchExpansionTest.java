package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.SearchExpansion.Step;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search list cost, and whether the suffixes can be one. */
class SearchExpansionTest {

  private static SearchExpansion of(List<Step> steps) {
    return new SearchExpansion(Address.v4(0x0a000001), "db", steps);
  }

  @Test
  void addsUpItsSteps() {
    SearchExpansion expansion =
        of(
            List.of(
                new Step("db.ns.svc.test", "ns.svc.test", 1, 4, 3, 1),
                new Step("db.svc.test", "svc.test", 2, 2, 2, 0),
                new Step("db", "", 3, 5, 0, 4)));
    assertThat(expansion.queries()).isEqualTo(11);
    assertThat(expansion.wasted()).isEqualTo(5);
    assertThat(expansion.found()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "ns.svc.test svc.test test, true",
    "svc.test ns.svc.test, true",
    "svc.test ns.test, false",
    "ns.svc.test vc.test, false",
    "a.test b.test -, true",
    "lab, true",
    "ns.svc.test svc.test other, false",
  })
  void isOneListIfEachSuffixEndsInTheNextOrTheNameWasTried(String suffixes, boolean one) {
    List<Step> steps =
        Arrays.stream(suffixes.split(" "))
            .map(suffix -> suffix.equals("-") ? "" : suffix)
            .map(suffix -> new Step("db." + suffix, suffix, 1, 1, 1, 0))
            .toList();
    assertThat(of(steps).isOneList()).isEqualTo(one);
  }
}
