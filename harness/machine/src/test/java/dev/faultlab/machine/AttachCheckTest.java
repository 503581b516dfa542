package dev.faultlab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Processes below a folder that is a /proc; no signal is sent. */
class AttachCheckTest {
  private static final long PID = 4711;
  private static final Path JAR = Path.of("/opt/agent.jar");

  @TempDir private Path proc;

  private static JsonNode table() throws IOException {
    return Json.MAPPER.readTree(Path.of("../..", "go-apps/live/testdata/attach.json").toFile());
  }

  static List<JsonNode> cases() throws IOException {
    return StreamSupport.stream(table().path("cases").spliterator(), false).toList();
  }

  @BeforeEach
  void aJvm() throws IOException {
    Files.createSymbolicLink(
        proc.resolve("self"), Path.of(Long.toString(ProcessHandle.current().pid())));
    files(table().path("jvm"));
    write("root" + JAR, "");
  }

  private void files(JsonNode files) throws IOException {
    for (var file : files.properties()) {
      if (file.getValue().isNull()) {
        Files.delete(path(file.getKey()));
      } else {
        write(file.getKey(), file.getValue().asText());
      }
    }
  }

  private Path path(String name) {
    return proc.resolve(Long.toString(PID)).resolve(name);
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(path(name).getParent());
    String numbered =
        text.replace("{pid}", Long.toString(PID)).replace("{uid}", "7").replace("{gid}", "7");
    Files.writeString(path(name), numbered);
  }

  private void require(String user) throws AttachCheck.Refused {
    new AttachCheck(proc, user).require(PID, JAR);
  }

  private void refuses(String user, int status, String... why) {
    assertThatThrownBy(() -> require(user))
        .isInstanceOfSatisfying(
            AttachCheck.Refused.class,
            refused -> {
              assertThat(refused.getMessage()).contains(why);
              assertThat(refused.status()).isEqualTo(status);
            });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whoGetsTheSignalIsTheSameInLive(JsonNode one) throws IOException, AttachCheck.Refused {
    files(one.path("files"));
    String refused = one.path("refused").asText();
    if (refused.isEmpty()) {
      require("7");
      require("0");
    } else {
      assertThatThrownBy(() -> require("7"))
          .isInstanceOf(AttachCheck.Refused.class)
          .hasMessageContaining(refused);
    }
  }

  @Test
  void oneThatStartsIsToBeAskedAgain() throws IOException {
    write("status", table().at("/jvm/status").asText().replaceAll("SigCgt:.*", "SigCgt:\t0"));
    refuses("7", 69, "process 4711 does not handle SIGQUIT", "still starting; try again");
  }

  @Test
  void anotherUsersIsLeftAlone() {
    refuses("8", 69, "runs as user 7, faultlab as 8", "sudo -u '#7'");
  }

  @Test
  void aContainerThatDoesNotSeeTheJarGetsNoSignal() throws IOException {
    Files.delete(path("root" + JAR));
    refuses("7", 69, "does not see /opt/agent.jar", "--volume /opt/agent.jar:/opt/agent.jar:ro");
  }

  @Test
  void numbersOfAnotherNameSpaceMeanOtherProcesses() throws IOException {
    Files.delete(proc.resolve("self"));
    Files.createSymbolicLink(proc.resolve("self"), Path.of("1"));
    refuses("7", 69, "to another process namespace");
  }

  @Test
  void thereIsNoProcess() {
    assertThatThrownBy(() -> new AttachCheck(proc, "0").require(4712, JAR))
        .hasMessage("there is no process 4712; jps -l lists the JVMs");
    assertThatThrownBy(() -> new AttachCheck(proc, "0").require(0, JAR))
        .hasMessageContaining("there is no process 0");
  }

  @Test
  void neitherFaultlabItselfNorTheFirstProcessOfThisMachine() throws IOException {
    long me = ProcessHandle.current().pid();
    assertThatThrownBy(() -> AttachCheck.here().require(me, JAR))
        .hasMessageContaining("is faultlab itself");
    assertThatThrownBy(() -> AttachCheck.here().require(1, JAR))
        .isInstanceOf(AttachCheck.Refused.class);
  }

  /** Its maps are a FIFO: when they are read, the number becomes another process's. */
  @Test
  void aNumberThatIsAnotherProcessesMeanwhileGetsNoSignal() throws Exception {
    String maps = Files.readString(path("maps"));
    String stat = Files.readString(path("stat"));
    Files.delete(path("maps"));
    assertThat(new ProcessBuilder("mkfifo", path("maps").toString()).start().waitFor()).isZero();
    Thread kernel =
        new Thread(
            () -> {
              try (OutputStream read = Files.newOutputStream(path("maps"))) {
                Files.writeString(path("stat"), stat.replace("4711", "4712"));
                read.write(maps.getBytes(StandardCharsets.UTF_8));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    kernel.setDaemon(true);
    kernel.start();
    refuses("7", 64, "process 4711 has ended, and another one has its number now");
  }
}
