package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Opened;
import dev.faultlab.files.Trees;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.result.RunStore.NoSuchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The sessions below {@code results/class/}, a folder each. */
public final class Sessions {
  private static final String JOURNAL = "journal.jsonl";
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final int SUFFIX = 4;

  private final Path folder;
  private final Clock clock;
  private final Secrets secrets = new Secrets();

  public Sessions(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /**
   * A list's summary of a session.
   *
   * @param people how many joined
   */
  public record Listed(String id, String lab, boolean room, int people, Phase phase) {}

  /** Begins one. */
  public Session begin(Lesson lesson, boolean room, String language) throws IOException {
    String id =
        ID.format(clock.instant()) + "-" + secrets.code().substring(0, SUFFIX).toLowerCase();
    Path own = Files.createDirectories(folder.resolve(id));
    Opened opened =
        new Opened(
            clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
            id,
            lesson.lab(),
            room,
            language,
            secrets.code(),
            secrets.key());
    return Session.begin(own.resolve(JOURNAL), opened, lesson, clock);
  }

  /**
   * Resumes one.
   *
   * @param lessons reads the lesson of a lab
   * @throws IOException when there is no session with that id, or it is in use
   */
  public Session resume(String id, Function<String, Lesson> lessons) throws IOException {
    Path file = journal(id);
    ClassState state = ClassState.of(Journal.read(file));
    return Session.resume(file, lessons.apply(state.opened().lab()), clock);
  }

  /** Reads the state of a session, which may be in use. */
  ClassState read(String id) throws IOException {
    return ClassState.of(Journal.read(journal(id)));
  }

  /** All sessions, newest first. */
  public List<Listed> all() throws IOException {
    List<Listed> all = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return all;
    }
    try (Stream<Path> children = Files.list(folder)) {
      for (Path own : children.filter(Sessions::begun).sorted(Comparator.reverseOrder()).toList()) {
        ClassState state = read(own.getFileName().toString());
        Opened opened = state.opened();
        all.add(
            new Listed(
                opened.session(),
                opened.lab(),
                opened.room(),
                state.people().size(),
                state.now().phase()));
      }
    }
    return all;
  }

  /**
   * Deletes all data of a session.
   *
   * @throws IOException when there is no session with that id, or it is in use
   */
  public void delete(String id) throws IOException {
    Path file = journal(id);
    Journal.open(file).close(); // fails while a server writes to it
    Files.delete(file);
    Files.delete(file.getParent());
  }

  /** It may be absent if the machine went down before the first line was written. */
  private static boolean begun(Path own) {
    return own.resolve(JOURNAL).toFile().length() > 0;
  }

  private Path journal(String id) throws IOException {
    Path file = folder.resolve(id).resolve(JOURNAL);
    if (!id.matches("[0-9A-Za-z-]+") || !Files.isRegularFile(file)) {
      throw new NoSuchRun(
          "no session '" + id + "' below " + folder + "; ./faultlab class --list lists them");
    }
    Trees.requireRegular(folder.resolve(id));
    return file;
  }
}
