package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.file.Capture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Comments for the frames of findings. */
class FrameCommentsTest {
  @Test
  void givesTheReasonAtTheFirstFrameOnly() throws IOException {
    Path file = Path.of("../samples/captures/kafka-unfixed-cookies.pcap.gz");
    Diagnosis diagnosis = Diagnosis.of(Capture.read(file));
    Finding finding = diagnosis.findings().get(0);
    Map<Long, List<String>> comments = FrameComments.of(diagnosis);
    assertThat(comments.keySet()).containsExactlyInAnyOrderElementsOf(finding.frames());
    String head = "faultlab: window-scale-mismatch (certain), " + finding.place().subject();
    finding.frames().stream()
        .skip(1)
        .forEach(frame -> assertThat(comments.get(frame)).containsExactly(head));
    assertThat(comments.get(finding.frames().get(0)))
        .containsExactly(head + "\n" + finding.why() + "\n" + finding.not());
  }
}
