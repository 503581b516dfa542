package dev.faultlab.cure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListeningSocketTest {

  /**
   * Each row was seen on kernel 6.1 without the commit: the scale of the SYN-ACK in a capture, and
   * that of the connection in ss.
   */
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        // buffer, tcp_rmem[2], rmem_max, tcp_adv_win_scale, route's window: SYN-ACK, cookie
        "102400, 6291456, 212992, 1, none, 1, 7",
        "102400, 6291456, 212992, 1, 65535, 0, 0",
        "102400, 6291456, 212992, 1, 102400, 1, 1",
        "102400, 6291456, 212992, 1, 131071, 1, 1",
        "102400, 6291456, 212992, 1, 131072, 1, 2",
        "102400, 6291456, 212992, 1, 1048576, 1, 5",
        "102400, 131071, 131071, 1, none, 1, 1",
        "102400, 131071, 212992, 1, none, 1, 2",
        "102400, 6291456, 212992, -2, none, 0, 7",
      })
  void itComputesWhatTheKernelApplied(
      long buffer, long rmem, long rmemMax, int adv, Long window, int synAck, int cookie) {
    ListeningSocket listener = new ListeningSocket(buffer, rmem, rmemMax, adv);
    OptionalLong route = window == null ? OptionalLong.empty() : OptionalLong.of(window);
    assertThat(listener.synAckScale(route)).isEqualTo(synAck);
    assertThat(listener.cookieScale(route)).isEqualTo(cookie);
  }

  @ParameterizedTest
  @CsvSource({
    "102400, 6291456, 212992, 1",
    "65536, 6291456, 212992, 1",
    "4096, 6291456, 212992, 1",
    "102400, 6291456, 212992, -2",
    "1048576, 16777216, 16777216, 2",
    "300000, 6291456, 212992, 1",
  })
  void theScalesAgreeUpToTheLargestWindowAndNotBeyond(
      long buffer, long rmem, long rmemMax, int adv) {
    ListeningSocket listener = new ListeningSocket(buffer, rmem, rmemMax, adv);
    assertThat(listener.isFaulty()).isTrue();
    assertThat(agree(listener, listener.window())).isTrue();
    assertThat(agree(listener, listener.largestWindow())).isTrue();
    assertThat(agree(listener, listener.largestWindow() + 1)).isFalse();
  }

  @Test
  void aBufferOfTheKernelsOwnSizeIsNotFaulty() {
    ListeningSocket listener = new ListeningSocket(6291456, 6291456, 6291456, 1);
    assertThat(listener.isFaulty()).isFalse();
    assertThat(agree(listener, listener.largestWindow())).isTrue();
  }

  @Test
  void theBufferIsBoundedByRmemMax() {
    assertThat(new ListeningSocket(300000, 6291456, 212992, 1).offer()).isEqualTo(212992);
  }

  @Test
  void whatNoKernelHasIsRefused() {
    assertThatThrownBy(() -> new ListeningSocket(-1, 6291456, 212992, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the receive buffer: found -1");
  }

  private static boolean agree(ListeningSocket listener, long window) {
    OptionalLong route = OptionalLong.of(window);
    return listener.synAckScale(route) == listener.cookieScale(route);
  }
}
