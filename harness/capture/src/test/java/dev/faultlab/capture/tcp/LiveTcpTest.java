package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.LiveRow;
import dev.faultlab.capture.packet.LiveView;
import org.junit.jupiter.api.Test;

class LiveTcpTest {

  @Test
  void saysWhatIsOfferedAndWhatTheClientHears() {
    LiveView view = new LiveView();
    TcpScene scene = new TcpScene().handshake(0, 65_160, 3).ack(1, 500).ack(1, 500).ack(1, 501);
    scene.port(50_000).handshake(-1, 65_160, -1).ack(1, 700).feed(new LiveTcp(view));
    assertThat(view.shown().counts())
        .containsEntry("connections", 2L)
        .containsEntry("largest-window", 501L * 8);
    assertThat(view.shown().rows())
        .extracting(LiveRow::what)
        .containsExactly(
            "SYN, window 64240, scale 0",
            "SYN-ACK, window 65160, scale 3",
            "window 500 × 8 = 4000",
            "window 501 × 8 = 4008",
            "SYN, window 64240, no scale",
            "SYN-ACK, window 65160, no scale",
            "window 700 × 1 = 700");
    assertThat(view.shown().rows().get(0).who()).isEqualTo("10.0.0.1:40000 → 10.0.0.2:9092");
  }
}
