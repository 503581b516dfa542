package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A class while others on its network hold what they can of the server. */
@Timeout(value = 180, threadMode = ThreadMode.SEPARATE_THREAD)
class HostileRoomTest extends InRoom {
  private static final int PEOPLE = 50;

  private static final String OTHER_ADDRESS = "127.0.0.2";
  private static final String LAST = "127.0.0.7";

  @BeforeEach
  void open() throws Exception {
    // On a slow machine an attack takes longer than it may.
    served.connections().checksPeriodically = false;
  }

  @Test
  void aClassBehindOneAddressGetsEveryAnswerAcknowledgedOnce() throws Exception {
    Visitor thief = served.joined("thief");
    List<SlowSockets> attacks = new ArrayList<>();
    try (BufferedReader lead = leading()) {
      for (int host = 1; host <= 6; host++) { // the class's address is one of them
        attacks.add(new SlowSockets("127.0.0." + host, served.port()).headers(690));
      }
      attacks.add(new SlowSockets(LAST, served.port()).bodies(300).streams(300, cookie()));

      assertThat(lead.readLine()).isEqualTo("event: change");
      served.lead();
      List<Question> questions = served.session.lesson().at(Stage.PREDICT);
      ExecutorService pool = Executors.newFixedThreadPool(PEOPLE);
      try {
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < PEOPLE; i++) {
          int seed = i;
          all.add(pool.submit(() -> takesPart(questions, seed)));
        }
        for (Future<Integer> each : all) {
          assertThat(each.get()).isEqualTo(questions.size());
        }
      } finally {
        pool.shutdownNow();
      }
      // The attack went on all the time.
      assertThat(served.connections().connectionsOf(LAST)).isGreaterThanOrEqualTo(300);
      assertThat(
              ServedClass.sessions(folder).read(served.session.start().session()).people().values())
          .filteredOn(person -> person.answered(1).size() == questions.size())
          .hasSize(PEOPLE);
    } finally {
      for (SlowSockets attack : attacks) {
        attack.close();
      }
    }
  }

  /** Joins, has the page open, and answers each question once; how many were acknowledged. */
  private int takesPart(List<Question> questions, int seed) throws Exception {
    Visitor visitor = served.joined("person " + seed);
    try (BufferedReader page = visitor.listen()) {
      assertThat(page.readLine()).isEqualTo("event: change");
      int acknowledged = 0;
      for (Question question : questions) {
        assertThat(visitor.answer(Sample.answer(question, seed))).isEqualTo(204);
        acknowledged++;
      }
      return acknowledged;
    }
  }

  private BufferedReader leading() throws Exception {
    Visitor lead = served.lead();
    assertThat(lead.move("predict")).isEqualTo(204);
    return lead.listen();
  }

  @Test
  void aRequestThatDoesNotArriveIsCutOffAndOneThatIsThereIsNot() throws Exception {
    Visitor ann = served.joined("Ann");
    try (SlowSockets attack = new SlowSockets(OTHER_ADDRESS, served.port());
        BufferedReader page = ann.listen()) {
      assertThat(page.readLine()).isEqualTo("event: change");
      attack.bodies(3).headers(3);
      awaitHeld(held -> held == 6);
      do {
        // Until the first bytes of each were there at two looks.
        served.connections().cutLateConnections();
        Thread.sleep(10);
      } while (served.connections().connectionsOf(OTHER_ADDRESS) > 0);
      attack.awaitEnd();
      // Ann's stream, and the connection on which she asks.
      assertThat(ann.get("api/view").statusCode()).isEqualTo(200);
      served.session.join("Ben", Optional.empty());
      served.lead();
      assertThat(served.pages()).isEqualTo(1);
    }
  }

  @Test
  void oneAddressHoldsNoMoreConnectionsThanAClassNeeds() throws Exception {
    try (SlowSockets attack = new SlowSockets(OTHER_ADDRESS, served.port())) {
      attack.headers(ConnectionLimits.MAX_PER_NETWORK + 50);
      awaitHeld(held -> held == ConnectionLimits.MAX_PER_NETWORK);
      served.joined("Ann");
    }
    awaitHeld(held -> held == 0);
  }

  @Test
  void browsersThatHaveNotJoinedLeaveRoomForAClassBehindTheirAddress() throws Exception {
    try (SlowSockets attack = new SlowSockets("127.0.0.1", served.port())) {
      for (int held = 0; held < ConnectionLimits.MAX_PER_NETWORK; held += 20) {
        var opened = served.stranger().get("api/door").headers();
        attack.streams(20, opened.firstValue("set-cookie").orElseThrow().replaceAll(";.*", ""));
      }
      served.joined("Ann");
    }
  }

  private void awaitHeld(IntPredicate condition) throws InterruptedException {
    while (!condition.test(served.connections().connectionsOf(OTHER_ADDRESS))) {
      Thread.sleep(10); // between two looks
    }
  }

  private String cookie() {
    String id = served.session.start().session();
    return "faultlab-" + id + "-me=" + served.session.state().people().get(1).key();
  }
}
