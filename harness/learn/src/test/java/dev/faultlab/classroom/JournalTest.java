package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.classroom.Event.Answered;
import dev.faultlab.classroom.Event.Joined;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.lesson.Prediction;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private static final List<Event> EVENTS =
      List.of(
          new Joined("2026-01-01T00:00:00Z", 1, "key", "Ann \"<b>\" 日本", Optional.of("ticket")),
          new Answered(
              "2026-01-01T00:00:01Z",
              1,
              2,
              new Prediction("q", new Prediction.Drawn(List.of(1.5, 2.0)), 0.7)));

  @TempDir Path folder;

  @Test
  void eventsComeBackAsTheyWereWritten() throws IOException {
    Path file = folder.resolve("journal.jsonl");
    write(file, EVENTS);
    try (Journal again = Journal.open(file)) {
      assertThat(again.before()).isEqualTo(EVENTS);
    }
    assertThat(Journal.read(file)).isEqualTo(EVENTS);
  }

  /** Opening a journal cuts off its last line, and so that of the file that a link names. */
  @Test
  void aLinkIsNoJournal() throws IOException {
    Path victim = Files.writeString(folder.resolve("bashrc"), "precious");
    Path link = Files.createSymbolicLink(folder.resolve("journal.jsonl"), victim);
    assertThatThrownBy(() -> Journal.open(link)).isInstanceOf(RefusedPath.class);
    assertThatThrownBy(() -> Journal.read(link)).isInstanceOf(RefusedPath.class);
    assertThat(victim).hasContent("precious");
  }

  @Test
  void whoJoinedBeforeThereWereTicketsIsRead() throws IOException {
    Path file = folder.resolve("journal.jsonl");
    Files.writeString(
        file, "{\"event\":\"joined\",\"at\":\"\",\"person\":1,\"key\":\"k\",\"name\":\"Ann\"}\n");
    assertThat(Journal.read(file)).containsExactly(new Joined("", 1, "k", "Ann", Optional.empty()));
  }

  /** From before people could be removed. */
  @Test
  void aJournalOfAnOlderVersionIsGoneOnWith() throws IOException {
    Path file = folder.resolve("journal.jsonl");
    Files.writeString(
        file,
        """
        {"event":"opened","at":"","session":"s","lab":"syncookie","room":true,"language":"en","code":"ABC234","token":"t"}
        {"event":"joined","at":"","person":1,"key":"k","name":"Ann","ticket":null}
        {"event":"joined","at":"","person":2,"key":"l","name":"Ben","ticket":"x"}
        {"event":"answered","at":"","person":2,"round":1,"prediction":{"question":"q","given":{"kind":"number","value":1.0},"confidence":0.5}}
        """);
    ClassState state = ClassState.of(Journal.read(file));
    assertThat(state.people()).containsOnlyKeys(1, 2);
    assertThat(state.roster().joined()).isEqualTo(2);
    assertThat(state.roster().code()).isEqualTo("ABC234");
    assertThat(state.after(new Event.Removed("", 2)).answers().get(1)).isEmpty();
  }

  @Test
  void aLineThatWasNotFinishedIsCutOffAndTheNextOneStartsClean() throws IOException {
    Path file = folder.resolve("journal.jsonl");
    write(file, EVENTS);
    Files.writeString(file, "{\"event\":\"joined\",\"at\":\"20", StandardOpenOption.APPEND);
    write(file, EVENTS);
    assertThat(Journal.read(file)).hasSize(4).endsWith(EVENTS.toArray(Event[]::new));
  }

  /** The limit on a file's size stops a write in its middle, as a full disk does. */
  @Test
  void afterALineThatDidNotFitTheNextOneStartsClean() throws Exception {
    Path file = folder.resolve("journal.jsonl");
    List<String> limited =
        List.of("bash", "-c", "ulimit -f 1 && exec \"$@\"", "bash", JAVA, "-XX:-UsePerfData");
    Process filler =
        new ProcessBuilder(
                Stream.concat(limited.stream(), program(Filler.class, file).skip(1)).toList())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(filler.waitFor()).isZero();
    assertThat(Journal.read(file)).containsExactly(Filler.WIDE, Filler.WIDE, Filler.NARROW);
  }

  @Test
  void aBrokenLineInTheMiddleIsNamed() throws IOException {
    Path file = folder.resolve("journal.jsonl");
    write(file, EVENTS);
    Files.writeString(file, "garbage\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> Journal.open(file)).hasMessageContaining("journal.jsonl:3");
  }

  @Test
  void twoServersCannotWriteToOneJournal() throws IOException {
    Path file = folder.resolve("journal.jsonl");
    try (Journal first = Journal.open(file)) {
      assertThat(first.before()).isEmpty();
      assertThatThrownBy(() -> Journal.open(file)).hasMessageContaining("in use");
    }
  }

  @Test
  void norTwoServersInTwoProcesses() throws Exception {
    Path file = folder.resolve("journal.jsonl");
    Process writer = writer(file);
    try (BufferedReader said = writer.inputReader()) {
      assertThat(said.readLine()).isEqualTo("1");
      assertThatThrownBy(() -> Journal.open(file)).hasMessageContaining("in use");
    } finally {
      writer.destroyForcibly().waitFor();
    }
  }

  @Test
  void nobodyElseOnTheMachineCanReadIt() throws IOException {
    Path file = folder.resolve("journal.jsonl");
    write(file, EVENTS);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void whatWasAcknowledgedSurvivesAKillInTheMiddleOfAnAppend() throws Exception {
    Path file = folder.resolve("journal.jsonl");
    Process writer = writer(file);
    int acknowledged = 0;
    try (BufferedReader said = writer.inputReader()) {
      while (acknowledged < 200) {
        acknowledged = Integer.parseInt(said.readLine());
      }
      writer.destroyForcibly().waitFor();
    }
    try (Journal again = Journal.open(file)) {
      assertThat(again.before()).hasSizeGreaterThanOrEqualTo(acknowledged);
      assertThat(again.before().get(acknowledged - 1))
          .isInstanceOfSatisfying(
              Joined.class, j -> assertThat(j.name()).isEqualTo(String.valueOf(j.person())));
    }
  }

  private static Process writer(Path file) throws IOException {
    return new ProcessBuilder(program(Writer.class, file).toList())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Stream<String> program(Class<?> main, Path file) {
    return Stream.of(
        JAVA, "-cp", System.getProperty("java.class.path"), main.getName(), file.toString());
  }

  /** Writes a line until one does not fit into 1 KiB, and then a shorter one. */
  static final class Filler {
    static final Event WIDE = new Joined("", 1, "key", "x".repeat(300), Optional.empty());
    static final Event NARROW = new Joined("", 2, "key", "x", Optional.empty());

    private Filler() {}

    public static void main(String[] args) throws IOException {
      try (Journal journal = Journal.open(Path.of(args[0]))) {
        try {
          while (true) {
            journal.write(WIDE);
          }
        } catch (IOException full) {
          journal.sync(journal.write(NARROW));
        }
      }
    }
  }

  /** Writes without end, and says after each line that the disk has it. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      try (Journal journal = Journal.open(Path.of(args[0]))) {
        for (int i = 1; ; i++) {
          journal.sync(
              journal.write(new Joined("", i, "key", String.valueOf(i), Optional.empty())));
          // A line in one write, or the kill could cut the number.
          System.out.write((i + "\n").getBytes());
          System.out.flush();
        }
      }
    }
  }

  private static void write(Path file, List<Event> events) throws IOException {
    try (Journal journal = Journal.open(file)) {
      for (Event event : events) {
        journal.sync(journal.write(event));
      }
    }
  }
}
