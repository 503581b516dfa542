package dev.faultlab.testcontainers.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JvmClientTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void aRequestIsWhatItsCallCameTo() {
    AtomicInteger calls = new AtomicInteger();
    JvmClient client =
        new JvmClient(
            "192.0.2.1",
            () -> {
              assertThat(calls.incrementAndGet() % 2).as("odd").isOne();
              return calls;
            });
    assertThat(client.ask(4, 1, LONG))
        .extracting(SentRequest::ending)
        .containsExactly(Ending.ANSWERED, Ending.FAILED, Ending.ANSWERED, Ending.FAILED);
    assertThat(client.ask(1, 1, LONG)).extracting(SentRequest::round).endsWith(2).hasSize(5);
    client.forget();
    assertThat(client.ask(2, 2, LONG)).extracting(SentRequest::round).containsExactly(1, 1);
  }

  @Test
  void whatHangsStaysOpenAndNoUserGoesOnWhenItsRoundIsOver() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch answer = new CountDownLatch(1);
    JvmClient client =
        new JvmClient(
            "192.0.2.1",
            () -> {
              begun.countDown();
              answer.await();
              return answer;
            });
    client.ask(6, 2, Duration.ZERO);
    begun.await();
    assertThat(client.ask(0, 1, Duration.ZERO))
        .extracting(SentRequest::ending)
        .containsExactly(Ending.OPEN, Ending.OPEN);
    answer.countDown();
    assertThat(client.ask(0, 1, LONG))
        .extracting(SentRequest::ending)
        .containsExactly(Ending.ANSWERED, Ending.ANSWERED);
  }
}
