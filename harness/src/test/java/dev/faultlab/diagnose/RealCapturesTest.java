package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.End;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What diagnose says about captures of real programs and kernels. */
class RealCapturesTest {

  @Test
  void everyCaptureOfOurOwnHasItsExpectation() {
    List<String> listed = Captures.expected().stream().map(Captures.Expected::capture).toList();
    assertThat(Captures.files()).containsAll(listed);
    assertThat(listed)
        .containsAll(Captures.files().stream().filter(name -> !name.contains("/")).toList());
  }

  static List<Captures.Expected> expected() {
    return Captures.expected();
  }

  @ParameterizedTest
  @MethodSource("expected")
  void findsWhatIsThereAndNothingElse(Captures.Expected expected) throws IOException {
    try (CaptureReader reader = CaptureReader.open(expected.file())) {
      Diagnosis diagnosis = Diagnose.run(reader);
      assertThat(diagnosis.end()).isInstanceOf(End.Complete.class);
      assertThat(diagnosis.findings())
          .extracting(
              each -> each.id().id() + ":" + each.confidence().name().toLowerCase(Locale.ROOT))
          .containsExactlyInAnyOrderElementsOf(expected.findings());
      assertThat(diagnosis.undecided())
          .extracting(each -> each.id().id())
          .containsExactlyInAnyOrderElementsOf(expected.undecided());
    }
  }
}
