package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.Captures;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Each pairing of timestamps and scaling at client and server, with and without SYN cookies. The
 * server's last number is 100 plus 1 for the client's timestamps, 2 for its own, 4 for cookies, 8
 * for the client's scaling, 16 for its own; 132 has all options and cookies off.
 */
class PairingsTest {
  private static final String EITHER = "A SYN cookie has no room for the options if the client or";
  private static final String NO_COOKIE = "so a SYN cookie of this server is not the cause";

  private static Diagnosis of(String capture) throws IOException {
    try (CaptureReader reader = CaptureReader.open(Captures.FOLDER.resolve(capture))) {
      return Diagnose.run(reader);
    }
  }

  private static Map<Integer, String> byPairing(Map<String, String> sentences) {
    Map<Integer, String> all = new TreeMap<>(Comparator.naturalOrder());
    sentences.forEach(
        (text, sentence) ->
            all.put(
                Integer.parseInt(text.replaceFirst("(?s).*?198\\.19\\.77\\.(1\\d\\d):9092.*", "$1"))
                    - 100,
                sentence));
    return all;
  }

  @Test
  void aServerThatScalesForOthersSendsCookiesOrNot() throws IOException {
    Map<String, String> sentences = new LinkedHashMap<>();
    of("tcp-option-pairings.pcap.gz")
        .findings()
        .forEach(each -> sentences.put(each.place().subject(), each.why()));
    Map<Integer, String> why = byPairing(sentences);
    assertThat(why).containsOnlyKeys(8, 9, 10, 11, 12, 13, 14, 15, 28, 29, 30, 32);
    for (int either : new int[] {12, 13, 14, 28, 29, 30, 32}) {
      assertThat(why.get(either)).contains(EITHER).doesNotContain(NO_COOKIE);
    }
    for (int other : new int[] {8, 9, 10, 11, 15}) {
      assertThat(why.get(other)).contains(NO_COOKIE);
    }
  }

  @Test
  void aServerThatNeverScalesMayBeSwitchedOff() throws IOException {
    Map<String, String> sentences = new LinkedHashMap<>();
    of("tcp-option-pairings-alone.pcap")
        .undecided()
        .forEach(each -> sentences.put(each.why(), each.why()));
    Map<Integer, String> why = byPairing(sentences);
    assertThat(why).containsOnlyKeys(8, 9, 10, 11, 12, 13, 14, 15, 28, 29, 30, 32);
    why.forEach(
        (pairing, sentence) -> {
          boolean cookies = (pairing & 4) > 0 && pairing != 15 || pairing == 32;
          assertThat(sentence)
              .contains(cookies ? "SYN cookies look exactly like" : "may be switched off there");
        });
  }
}
