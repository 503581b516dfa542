package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.files.Json;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.Prediction.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is on disk of a session, whatever happens to the server or to the disk. */
class StateFileTest {
  @TempDir Path folder;
  private String id;
  private Path sessionFolder;

  @BeforeEach
  void begin() throws IOException {
    try (Session session = newSession()) {
      session.join("Ann \"<b>\" \u65e5\u672c", Optional.empty());
      id = session.start().session();
    }
    sessionFolder = folder.resolve(id);
  }

  private Session newSession() throws IOException {
    return ServedClass.sessions(folder).begin(ServedClass.lesson(ServedClass.LAB), true, "en");
  }

  private Session resumed() throws IOException {
    return ServedClass.sessions(folder).resume(id, ServedClass::lesson);
  }

  @Test
  void aLinkIsNoState() throws IOException {
    Path victim = Files.writeString(folder.resolve("bashrc"), "precious");
    Files.delete(sessionFolder.resolve("state.json"));
    Files.createSymbolicLink(sessionFolder.resolve("state.json"), victim);
    assertThatThrownBy(this::resumed).isInstanceOf(RefusedPath.class);
    Files.delete(sessionFolder.resolve("lock"));
    Files.createSymbolicLink(sessionFolder.resolve("lock"), victim);
    assertThatThrownBy(() -> StateFile.open(sessionFolder)).isInstanceOf(IOException.class);
    assertThat(victim).hasContent("precious");
  }

  @Test
  void whatIsNoStateIsNamed() throws IOException {
    Files.writeString(sessionFolder.resolve("state.json"), "garbage");
    assertThatThrownBy(this::resumed).hasMessageContaining("state.json");
  }

  /** They had one value or one option. */
  @Test
  void answersOfEarlierSessionsAreRead() throws IOException {
    assertThat(Json.MAPPER.readValue("{\"kind\":\"number\",\"value\":5}", Given.class))
        .isEqualTo(new Given(Kind.NUMBER, List.of(5.0), List.of()));
    assertThat(Json.MAPPER.readValue("{\"kind\":\"choice\",\"option\":\"a\"}", Given.class))
        .isEqualTo(new Given(Kind.CHOICE, List.of(), List.of("a")));
  }

  @Test
  void twoServersCannotWriteToOneSession() throws IOException {
    try (Session first = resumed()) {
      assertThat(first.state().people()).hasSize(1);
      assertThatThrownBy(this::resumed).hasMessageContaining("in use");
    }
    resumed().close();
  }

  @Test
  void norTwoServersInTwoProcesses() throws Exception {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StateFileTest.class.getName(),
                sessionFolder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(server.inputReader().readLine()).isEqualTo("open");
    assertThatThrownBy(this::resumed).hasMessageContaining("in use");
    server.destroyForcibly().waitFor();
    resumed().close();
  }

  /** Has a session open until it is killed. */
  public static void main(String[] folder) throws Exception {
    try (StateFile file = StateFile.open(Path.of(folder[0]))) {
      System.out.println("open");
      new CountDownLatch(1).await();
    }
  }

  @Test
  void nobodyElseOnTheMachineCanReadIt() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sessionFolder)))
        .isEqualTo("rwx------");
  }

  /** As on a full disk: nothing is written there while it is a folder. */
  @Test
  void aChangeThatDidNotFitIsNotAcknowledgedAndTheNextOneWritesBoth() throws IOException {
    Path file = sessionFolder.resolve("state.json");
    try (Session session = resumed()) {
      Files.move(file, sessionFolder.resolve("aside"));
      Files.createDirectory(file);
      assertThatThrownBy(() -> session.join("Ben", Optional.empty()))
          .isInstanceOf(IOException.class);
      Files.delete(file);
      Files.move(sessionFolder.resolve("aside"), file);
      session.join("Kim", Optional.empty());
    }
    assertThat(ServedClass.sessions(folder).read(id).people()).hasSize(3);
  }
}
