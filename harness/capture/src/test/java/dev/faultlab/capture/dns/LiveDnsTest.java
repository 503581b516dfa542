package dev.faultlab.capture.dns;

import static dev.faultlab.capture.dns.DnsScene.A;
import static dev.faultlab.capture.dns.DnsScene.AAAA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.LiveRow;
import dev.faultlab.capture.packet.LiveView;
import org.junit.jupiter.api.Test;

class LiveDnsTest {

  @Test
  void saysWhatIsAskedAndWhatTheAnswerIs() {
    DnsScene scene = new DnsScene().query(0, 1, 1, "a.lab", A).query(1, 2, 2, "a.lab", A);
    scene.query(2, 3, 3, "b.lab", AAAA);
    scene.answer(3, 1, 1, "a.lab", A).noSuchName(4, 3, 3, "b.lab", AAAA);
    LiveView view = new LiveView();
    scene.feed(new LiveDns(view));
    LiveView.Shown shown = view.shown();
    assertThat(shown.counts())
        .containsEntry("queries", 3L)
        .containsEntry("answers", 2L)
        .containsEntry("most-under-way", 2L);
    assertThat(shown.rows()).allMatch(row -> row.who().equals("10.0.0.1"));
    assertThat(shown.rows())
        .extracting(LiveRow::what)
        .containsExactly(
            "A a.lab?, 1 under way",
            "A a.lab?, 2 under way",
            "AAAA b.lab?, 1 under way",
            "A a.lab → 10.0.0.9",
            "AAAA b.lab → rcode 3");
  }
}
