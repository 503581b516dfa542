package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.SearchExpansion.Step;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search list cost, and whether the suffixes can be one. */
class SearchExpansionTest {

  private static SearchExpansion of(List<Step> steps) {
    return new SearchExpansion(Address.v4(0x0a000001), "db", steps);
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
