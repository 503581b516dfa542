package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.SessionStart;
import dev.faultlab.files.Trees;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.result.RunStore.NoSuchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
public record Sessions(Path folder, Clock clock) {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final int TAIL = 4;

  /** Begins one. */
  public Session begin(Lesson lesson, boolean room, String language) throws IOException {
    String id = ID.format(clock.instant()) + "-" + Secrets.code().substring(0, TAIL).toLowerCase();
    // It holds the keys of all participants.
    Path path =
        Files.createDirectories(
            folder.resolve(id),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    String at = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    SessionStart opened = new SessionStart(at, id, lesson.lab(), room, language, Secrets.key());
    ClassState state = ClassState.of(opened, Secrets.code());
    StateFile file = StateFile.open(path);
    file.write(state);
    return new Session(file, lesson, state, clock);
  }

  /**
   * Resumes one.
   *
   * @param lessons reads the lesson of a lab
   * @throws IOException when there is no session with that id, or it is in use
   */
  public Session resume(String id, Function<String, Lesson> lessons) throws IOException {
    Lesson lesson = lessons.apply(read(id).opened().lab());
    return new Session(StateFile.open(sessionFolder(id)), lesson, read(id), clock);
  }

  /** Reads the state of a session, which may be in use. */
  ClassState read(String id) throws IOException {
    return StateFile.read(sessionFolder(id));
  }

  /** The states of all sessions, newest first. */
  public List<ClassState> all() throws IOException {
    List<ClassState> sessions = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> folders = Files.list(folder)) {
        for (Path each : folders.filter(StateFile::in).sorted(Comparator.reverseOrder()).toList()) {
          sessions.add(StateFile.read(each));
        }
      }
    }
    return sessions;
  }

  /**
   * Deletes all data of a session.
   *
   * @throws IOException when there is no session with that id, or it is in use
   */
  public void delete(String id) throws IOException {
    Path path = sessionFolder(id);
    StateFile.open(path).close(); // fails while a server writes to it
    Trees.delete(path);
  }

  private Path sessionFolder(String id) throws IOException {
    Path path = folder.resolve(id);
    if (!id.matches("[0-9A-Za-z-]+") || !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new NoSuchRun(
          "no session '" + id + "' below " + folder + "; ./faultlab class --list lists them");
    }
    return path;
  }
}
