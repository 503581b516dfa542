package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of link layers that are not decoded. */
class ForeignLinkTest {
  @Test
  void anotherPlaceToCaptureHelps() {
    List<Integer> names = Arrays.asList(9, 105, 127, 166);
    assertThat(names)
        .extracting(ForeignLink::sentence)
        .allMatch(each -> each.contains("; capture on the host of the program instead"))
        .noneMatch(each -> each.contains("link type"));
    assertThat(ForeignLink.sentence(105))
        .startsWith("frames of 802.11, which is not decoded; ")
        .contains("airdecap-ng");
    assertThat(ForeignLink.sentence(220)).startsWith("frames of link type 220, which");
  }
}
