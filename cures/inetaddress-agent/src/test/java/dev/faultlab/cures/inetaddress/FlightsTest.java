package dev.faultlab.cures.inetaddress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FlightsTest {
  private static final String HOST = "one.test";

  private final Flights flights = new Flights();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void whoAsksAloneLooksUpAndLeavesNothingBehind() throws Exception {
    Object turn = flights.board(HOST);
    assertThat(turn).isInstanceOf(Flight.class);
    flights.land((Flight) turn, found(1));
    assertThat(flights.waitedFor()).isZero();
  }

  /** The rule that makes it a cache of zero time: not the lookup that is under way. */
  @Test
  void whoAsksDuringALookUpGetsTheAnswerOfOneThatBeginsLater() throws Exception {
    Flight first = (Flight) flights.board(HOST);
    Future<Object> second = threads.submit(() -> flights.board(HOST));
    awaitWaiting(1);
    Future<Object> third = threads.submit(() -> flights.board(HOST));
    awaitWaiting(2);
    flights.land(first, found(1));

    Object turn = second.get();
    assertThat(turn).isInstanceOf(Flight.class).isNotSameAs(first);
    assertThat(third.isDone()).isFalse();
    flights.land((Flight) turn, found(2));
    assertThat(((Answer) third.get()).addresses()[0].getHostAddress()).isEqualTo("192.0.2.2");
    assertThat(flights.waitedFor()).isZero();
  }

  @Test
  void aFailureIsEverybodysWithAStackOfTheirOwn() throws Exception {
    Flight first = (Flight) flights.board(HOST);
    Future<Object> second = threads.submit(() -> flights.board(HOST));
    awaitWaiting(1);
    Future<Object> third = threads.submit(() -> flights.board(HOST));
    awaitWaiting(2);
    flights.land(first, found(1));
    UnknownHostException failure = new UnknownHostException(HOST + ": no such name");
    flights.land((Flight) second.get(), new Answer(null, failure));

    Throwable own = ((Answer) third.get()).failure();
    assertThat(own).isInstanceOf(UnknownHostException.class).isNotSameAs(failure);
    assertThat(own).hasMessage(HOST + ": no such name").hasCause(failure);
  }

  /** Another thread's OutOfMemoryError is not an answer. */
  @Test
  void aTroubleOfTheOtherThreadLetsThisOneLookUpItself() throws Exception {
    Flight first = (Flight) flights.board(HOST);
    Future<Object> second = threads.submit(() -> flights.board(HOST));
    awaitWaiting(1);
    Future<Object> third = threads.submit(() -> flights.board(HOST));
    awaitWaiting(2);
    flights.land(first, found(1));
    flights.land((Flight) second.get(), new Answer(null, new OutOfMemoryError()));
    assertThat(third.get()).isNull();
  }

  @Test
  void anInterruptIsKeptForLaterAsTheLockWouldKeepIt() throws Exception {
    Flight first = (Flight) flights.board(HOST);
    Callable<Boolean> interrupted =
        () -> {
          Thread.currentThread().interrupt();
          Object turn = flights.board(HOST);
          flights.land((Flight) turn, found(2));
          return Thread.interrupted();
        };
    Future<Boolean> second = threads.submit(interrupted);
    awaitWaiting(1);
    flights.land(first, found(1));
    assertThat(second.get()).isTrue();
  }

  @Test
  void namesDoNotWaitForEachOther() throws Exception {
    Object one = flights.board(HOST);
    Object two = threads.submit(() -> flights.board("two.test")).get();
    assertThat(two).isInstanceOf(Flight.class).isNotSameAs(one);
    assertThat(flights.waitedFor()).isEqualTo(2);
  }

  /** As a resolver does that asks for the name that it is asked for, behind a guard of its own. */
  @Test
  void whoLooksUpDoesNotWaitForItself() throws Exception {
    Future<Object> inner = threads.submit(() -> nested(HOST, HOST, new CountDownLatch(0)));
    assertThat(inner.get()).isNull();
    assertThat(flights.waitedFor()).isZero();
    assertThat(flights.board(HOST)).isInstanceOf(Flight.class);
  }

  /** Two resolvers that each ask for the name that the other one looks up. */
  @Test
  void whoLooksUpDoesNotWaitForAnotherThatWaitsForIt() throws Exception {
    CountDownLatch bothFly = new CountDownLatch(2);
    Future<Object> one = threads.submit(() -> nested(HOST, "two.test", bothFly));
    Future<Object> two = threads.submit(() -> nested("two.test", HOST, bothFly));
    assertThat(one.get()).isNull();
    assertThat(two.get()).isNull();
    assertThat(flights.waitedFor()).isZero();
  }

  /** The thread whose turn it was to look up again is bound by that as well. */
  @Test
  void whoWaitedForItsTurnDoesNotWaitForItself() throws Exception {
    Flight first = (Flight) flights.board(HOST);
    Future<Object> inner = threads.submit(() -> nested(HOST, HOST, new CountDownLatch(0)));
    awaitWaiting(1);
    flights.land(first, found(1));
    assertThat(inner.get()).isNull();
    assertThat(flights.waitedFor()).isZero();
  }

  @Test
  void whoWantsAnAddressFirstIsNotMerged() {
    Lookups.set(true, true);
    try {
      assertThat(Lookups.enter(HOST, InetAddress.getLoopbackAddress())).isNull();
      Object turn = Lookups.enter(HOST, null);
      assertThat(turn).isInstanceOf(Flight.class);
      Lookups.leave(turn, new InetAddress[0], null);
    } finally {
      Lookups.set(false, false);
    }
    assertThat(Lookups.enter(HOST, null)).isNull();
  }

  /**
   * What asking for a name comes to while this thread looks one up.
   *
   * @param flying is awaited in between
   */
  private Object nested(String name, String asked, CountDownLatch flying) throws Exception {
    Flight mine = (Flight) flights.board(name);
    flying.countDown();
    flying.await();
    Object inner = flights.board(asked);
    flights.land(mine, found(2));
    return inner;
  }

  private static Answer found(int last) throws UnknownHostException {
    byte[] address = {(byte) 192, 0, 2, (byte) last};
    return new Answer(new InetAddress[] {InetAddress.getByAddress(HOST, address)}, null);
  }

  /** Until so many threads wait inside; a thread that waits has boarded. */
  private static void awaitWaiting(int count) {
    while (waiting() < count) {
      Thread.onSpinWait();
    }
  }

  private static long waiting() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getState() == Thread.State.WAITING)
        .filter(
            thread ->
                java.util.Arrays.stream(thread.getValue())
                    .anyMatch(frame -> frame.getClassName().equals(Flight.class.getName())))
        .count();
  }
}
