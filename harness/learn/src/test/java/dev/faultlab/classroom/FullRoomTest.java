package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fifty people answer while the server is killed and started again. */
class FullRoomTest {
  private static final int PEOPLE = 50;
  private static final int ROUNDS = 5;

  @TempDir Path folder;

  @Test
  void nothingThatWasAcknowledgedIsLostWhenTheServerIsKilled() throws Exception {
    Lesson lesson = ServedClass.lesson(ServedClass.LAB);
    ClassState opened;
    try (Session session = ServedClass.sessions(folder).begin(lesson, true, "en")) {
      opened = session.state();
    }
    String id = opened.opened().session();
    Child server = Child.start(folder, id, 0);
    String base = "http://127.0.0.1:" + server.port() + "/";
    Visitor lead = new Visitor(base);
    assertThat(lead.lead(opened.opened().token())).isEqualTo(204);
    assertThat(lead.move("predict")).isEqualTo(204);
    CountDownLatch half = new CountDownLatch(PEOPLE * ROUNDS / 2);
    ExecutorService room = Executors.newFixedThreadPool(PEOPLE);
    try {
      List<Future<List<Prediction>>> all = new ArrayList<>();
      for (int person = 1; person <= PEOPLE; person++) {
        Visitor visitor = new Visitor(base);
        int seed = person;
        assertThat(visitor.join(opened.code(), "person " + person)).isEqualTo(204);
        all.add(room.submit(() -> answers(visitor, lesson, seed, half)));
      }
      half.await();
      server.kill();
      server = Child.start(folder, id, server.port());
      for (int person = 1; person <= PEOPLE; person++) {
        // In the order of joining: the first one to join is person 1.
        List<Prediction> acknowledged = all.get(person - 1).get();
        ClassState kept = ServedClass.sessions(folder).read(id);
        assertThat(acknowledged).hasSize(lesson.at(Stage.PREDICT).size());
        for (Prediction prediction : acknowledged) {
          assertThat(kept.people().get(person).answer(1, prediction.question()))
              .contains(prediction);
        }
      }
      assertThat(lead.json("api/lead/view").path("people")).hasSize(PEOPLE);
      assertThat(lead.json("api/lead/view").path("view").path("phase").asText())
          .isEqualTo("predict");
    } finally {
      server.kill();
      room.shutdownNow();
    }
  }

  /** Answers everything several times; the last answer to each question that was acknowledged. */
  private static List<Prediction> answers(
      Visitor visitor, Lesson lesson, int seed, CountDownLatch half) throws InterruptedException {
    List<Prediction> last = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      last.clear();
      for (Question question : lesson.at(Stage.PREDICT)) {
        Prediction prediction = Sample.answer(question, seed + round);
        while (!acknowledged(visitor, prediction)) {
          Thread.onSpinWait(); // as the page does: until somebody has it
        }
        last.add(prediction);
      }
      half.countDown();
    }
    return last;
  }

  private static boolean acknowledged(Visitor visitor, Prediction prediction)
      throws InterruptedException {
    try {
      int status = visitor.answer(prediction);
      assertThat(status).isIn(204, 429);
      if (status == 429) {
        Thread.sleep(250); // what the server asks for
      }
      return status == 204;
    } catch (IOException e) {
      Thread.sleep(50); // nobody listens while the server is down
      return false;
    }
  }

  /** A server in a process of its own. */
  record Child(Process process, int port) {
    static Child start(Path folder, String session, int port) throws IOException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Served.class.getName(),
                  folder.toString(),
                  session,
                  String.valueOf(port))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader said = process.inputReader();
      return new Child(process, Integer.parseInt(said.readLine()));
    }

    /** As {@code kill -9}. */
    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  /** Serves until it is killed. */
  static final class Served {
    private Served() {}

    public static void main(String[] args) throws Exception {
      ServedClass served = ServedClass.resume(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
      System.out.println(served.port());
      System.out.flush();
      new CountDownLatch(1).await();
    }
  }
}
