package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.classroom.ClassServer.Address;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.LessonReader;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server of lab syncookie's lesson and its committed result, on a port of its own. */
final class ServedClass implements AutoCloseable {
  static final String LAB = "syncookie";
  static final String REFERENCE = "reference/" + LAB;
  private static final String HOST = "127.0.0.1";
  private static final Path RESULTS = Path.of("../../results");

  final Session session;

  /** What the server says to whoever runs it. */
  final List<String> messages = new CopyOnWriteArrayList<>();

  private final ClassServer server;

  private ServedClass(Session session, Path results, ClassRun.Starter starter, Address address)
      throws IOException {
    this.session = session;
    this.server =
        new ClassServer(
            session, Path.of("../.."), new RunStore(results), starter, address, messages::add);
  }

  static Lesson lesson(String lab) {
    return LessonReader.read(new LabReader(List.of(Path.of("../../labs"))).read(lab)).orElseThrow();
  }

  static Sessions sessions(Path folder) {
    return new Sessions(folder, Clock.systemUTC());
  }

  /** A new session that keeps its state below this folder; it has no lab to run. */
  static ServedClass begin(Path folder, boolean room) throws IOException {
    return begin(folder, room, ServedClass::runsNoLab);
  }

  /** The same with a program that is said to be its lab's, or that pretends to run it. */
  static ServedClass begin(Path folder, boolean room, ClassRun.Starter starter) throws IOException {
    Path results = starter instanceof FakeRun run ? run.results() : RESULTS;
    Session session = sessions(folder).begin(lesson(LAB), room, "en");
    return new ServedClass(session, results, starter, new Address(HOST, 0, HOST));
  }

  /** One for a room, which is told to come to this host. */
  static ServedClass beginAt(Path folder, String shown) throws IOException {
    Session session = sessions(folder).begin(lesson(LAB), true, "en");
    return new ServedClass(session, RESULTS, ServedClass::runsNoLab, new Address(HOST, 0, shown));
  }

  /** Goes on with a session on the port that it had. */
  static ServedClass resume(Path folder, String id, int port) throws IOException {
    Session session = sessions(folder).resume(id, ServedClass::lesson);
    return new ServedClass(session, RESULTS, ServedClass::runsNoLab, new Address(HOST, port, HOST));
  }

  private static Process runsNoLab() throws IOException {
    throw new IOException("this test runs no lab");
  }

  /** A browser that has not joined. */
  Visitor stranger() {
    return new Visitor(base());
  }

  /** A browser of a person who joined. */
  Visitor joined(String name) throws IOException, InterruptedException {
    Visitor visitor = stranger();
    assertThat(visitor.join(session.code(), name)).isEqualTo(204);
    return visitor;
  }

  /** A browser of the facilitator. */
  Visitor lead() throws IOException, InterruptedException {
    Visitor lead = stranger();
    assertThat(lead.lead(session.start().token())).isEqualTo(204);
    return lead;
  }

  int port() {
    return server.port();
  }

  /** How many pages hear of changes. */
  int pages() {
    return server.pages();
  }

  ConnectionLimits connections() {
    return server.connections();
  }

  String base() {
    return "http://127.0.0.1:" + port() + "/";
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
