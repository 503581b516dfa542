package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.TcpConversation;
import dev.faultlab.capture.tcp.TcpScene;
import dev.faultlab.diagnose.Finding.Confidence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few connections decide, and thousands of others do not hide them: no sample is enough. */
class RareConnectionsTest {
  private static final int MANY = 8000;

  private final DnsScene scene = new DnsScene();
  private double ms;
  private int port = 10_000;

  private TcpConversation open(String client) {
    ms += 300;
    return new TcpConversation(scene, client, port++, "10.0.1.1", 80).open(ms);
  }

  private void small(String client, int count) {
    for (int i = 0; i < count; i++) {
      TcpConversation talk = open(client).send(ms + 2, 100).ack(ms + 3);
      talk.reply(ms + 4, 100).reset(ms + 5);
    }
  }

  /** One that was answered, is silent, and then sends again and again. */
  private void dies(int silence, int length) {
    TcpConversation dead = open("10.0.0.1").send(ms + 2, 100).reply(ms + 3, 100);
    ms += silence;
    dead.send(ms, length);
    for (int n = 1; n <= 5; n++) {
      dead.sendAgain(ms + 200 * ((1 << n) - 1), length);
    }
    ms += 6500;
  }

  @Test
  void largeSegmentsArrivedOnTheSamePath() {
    for (int i = 0; i < 10; i++) {
      open("10.0.0.1").send(ms + 2, 1448).ack(ms + 3).reply(ms + 4, 100).reset(ms + 5);
    }
    small("10.0.0.1", MANY);
    dies(1000, 1448);
    small("10.0.0.1", 70);
    Diagnosing.isSilent(Diagnosing.of(scene));
  }

  @Test
  void theServerAcceptedNewConnectionsOfThatClient() {
    dies(60_000, 100);
    small("10.0.0.1", 10);
    small("10.0.0.2", MANY);
    Finding found =
        Diagnosing.only(Diagnosing.of(scene), FindingId.DEAD_CONNECTION, Confidence.LIKELY);
    assertThat(found.why()).contains("same client: 10, the first").doesNotContain("sample");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void otherConnectionsSurvivedSuchASilence(int before) {
    small("10.0.0.9", before);
    for (int i = 0; i < 3; i++) {
      TcpConversation kept = open("10.0.0.1").send(ms + 2, 100).reply(ms + 4, 100);
      kept.send(ms + 90_000, 100).reply(ms + 90_002, 100).reset(ms + 90_005);
      ms += 100_000;
    }
    small("10.0.0.2", MANY);
    dies(60_000, 100);
    small("10.0.0.1", 5);
    Diagnosing.onlyUndecided(
        Diagnosing.of(scene), FindingId.DEAD_CONNECTION, "worked after a silence of 90 s");
  }

  @Test
  void otherSynAcksHaveTheScale() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      all.append("p%d h7/64240/7 a502 >100 a502 R ".formatted(port++));
    }
    for (int i = 0; i < MANY; i++) {
      all.append("p%d hn/64240/m a64240 >100 a64240 R ".formatted(port++));
    }
    TcpScene tcp = new TcpScene();
    tcp.play(all.toString());
    Diagnosing.only(Diagnosing.of(tcp), FindingId.NO_WINDOW_SCALING, Confidence.LIKELY);
  }
}
