package dev.faultlab.machine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.faultlab.files.BoundedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether the JDK may attach to a process. The JDK sends SIGQUIT: a JVM opens its attach socket,
 * most other programs end. {@code go-apps/live} has the same check in Go; both pass the cases in
 * {@code go-apps/live/testdata/attach.json}.
 *
 * @param proc {@code /proc}
 * @param user effective user id of this process
 */
public record AttachCheck(Path proc, String user) {
  /** EX_USAGE and EX_UNAVAILABLE of sysexits.h. */
  private static final int USAGE = 64;

  private static final int UNAVAILABLE = 69;
  private static final int SIGQUIT = 3;
  private static final String DISABLING = "+DisableAttachMechanism";
  private static final String LIST = "; jps -l lists the JVMs";

  /** Options that come from a file. */
  private static final Pattern FILE =
      Pattern.compile("(?:^|\\s)(?:@|-XX:(?:Flags|VMOptionsFile)[= ])(\\S+)");

  private static final Pattern VARIABLE = Pattern.compile("(?:JAVA_TOOL|JDK_JAVA|_JAVA)_OPTIONS=");

  private static final Pattern LIBRARY = Pattern.compile("/(?:(\\w+)/)?(libjvm\\.so|libj9vm)");

  /** Why a process gets no signal, and the next step. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final int status;

    private Refused(int status, String message) {
      super(message);
      this.status = status;
    }

    /** The exit status. */
    public int status() {
      return status;
    }
  }

  /** A check for processes of this machine. */
  public static AttachCheck here() throws IOException {
    Path proc = Path.of("/proc");
    String status = Files.readString(proc.resolve("self/status"));
    return new AttachCheck(proc, field(status, "Uid").get(1));
  }

  /**
   * Returns if a process is a HotSpot JVM that is ready for an agent. Until the signal is sent, the
   * process id may pass to another process, as with {@code jcmd}. Only a process descriptor could
   * rule that out, and the JDK uses none.
   *
   * @param jar that the JVM must be able to read
   * @throws Refused when it is not ready, or this is unknown
   */
  public void require(long pid, Path jar) throws Refused {
    Path process = proc.resolve(Long.toString(pid));
    if (pid <= 0 || !Files.exists(process.resolve("status"))) {
      throw usage("there is no process " + pid + LIST);
    }
    try {
      String began = began(process);
      identity(pid, Files.readString(process.resolve("status")));
      hotspot(pid, read(process.resolve("maps")));
      options(pid, process, jar);
      if (!Files.exists(process.resolve("root" + jar))) {
        throw unavailable(
            "process %d does not see %s: it is in a container; start that with --volume %2$s:%2$s:ro"
                .formatted(pid, jar));
      }
      if (!began(process).equals(began)) {
        throw usage("process " + pid + " has ended, and another one has its number now" + LIST);
      }
    } catch (IOException e) {
      throw unavailable(
          "process " + pid + " has ended, or cannot be inspected (" + e + "); try again as root");
    }
  }

  /** Checks the owner of a process. */
  private void identity(long pid, String status) throws Refused, IOException {
    String me = Long.toString(ProcessHandle.current().pid());
    if (!Files.readSymbolicLink(proc.resolve("self")).toString().equals(me)) {
      throw unavailable(
          proc
              + " belongs to another process namespace, where numbers mean other processes; start"
              + " faultlab in that namespace");
    }
    if (me.equals(Long.toString(pid))) {
      throw usage("process " + pid + " is faultlab itself" + LIST);
    }
    String group = field(status, "Tgid").get(0);
    if (!group.equals(Long.toString(pid))) {
      throw usage("%d is a thread of process %s; give %2$s instead".formatted(pid, group));
    }
    String owner = field(status, "Uid").get(1);
    if (!user.equals("0") && !user.equals(owner)) {
      throw unavailable(
          "process %d runs as user %s, faultlab as %s; start it as that user: sudo -u '#%2$s' ..."
              .formatted(pid, owner, user));
    }
  }

  private static void hotspot(long pid, String maps) throws Refused {
    List<MatchResult> found = LIBRARY.matcher(maps).results().toList();
    if (found.stream().anyMatch(library -> library.group(2).equals("libj9vm"))) {
      throw usage("process " + pid + " is an OpenJ9 JVM, which writes a core upon SIGQUIT" + LIST);
    }
    if (found.stream().anyMatch(library -> "minimal".equals(library.group(1)))) {
      throw usage("process " + pid + " is a minimal JVM, which takes no agent" + LIST);
    }
    if (found.isEmpty()) {
      throw usage(
          "process %d is not a HotSpot JVM (no libjvm.so is mapped), and SIGQUIT would end it"
                  .formatted(pid)
              + LIST);
    }
  }

  private void options(long pid, Path process, Path jar) throws Refused, IOException {
    StringBuilder options = new StringBuilder(read(process.resolve("cmdline")).replace('\0', ' '));
    Stream.of(read(process.resolve("environ")).split("\0"))
        .filter(variable -> VARIABLE.matcher(variable).lookingAt())
        .forEach(variable -> options.append(' ').append(variable.replaceAll("['\"=]", " ")));
    for (Matcher file = FILE.matcher(options.toString()); file.find(); ) {
      Path named = within(process, file.group(1));
      if (Files.exists(named) && !Files.isRegularFile(named)) {
        throw new IOException(file.group(1) + ", a file of options, is a pipe or a device");
      }
      options.append(' ').append(new String(BoundedText.bytes(named), ISO_8859_1));
    }
    String instead = "; start it without that option, or with -javaagent:" + jar;
    String status = Files.readString(process.resolve("status"));
    long caught = Long.parseUnsignedLong(field(status, "SigCgt").get(0), 16);
    if ((caught >> (SIGQUIT - 1) & 1) == 0) {
      throw options.indexOf("-Xrs") >= 0
          ? usage("process " + pid + " was started with -Xrs, so SIGQUIT would end it" + instead)
          : unavailable(
              "process %d does not handle SIGQUIT, which would end it: the JVM is still starting; try"
                      .formatted(pid)
                  + " again in a second");
    }
    String state = field(status, "State").get(0);
    if ("TtZX".contains(state)) {
      throw unavailable(
          "process %d is stopped (state %s) and would handle SIGQUIT later; continue it: kill"
                  .formatted(pid, state)
              + " -CONT "
              + pid);
    }
    if (options.indexOf(DISABLING) >= 0) {
      throw usage("process " + pid + " was started with -XX:" + DISABLING + instead);
    }
  }

  /** A path in the view of the process. */
  private static Path within(Path process, String name) {
    return process
        .resolve(name.startsWith("/") ? "root" : "cwd")
        .resolve(name.replaceFirst("^/", ""));
  }

  /** Names may be in any encoding. */
  private static String read(Path file) throws IOException {
    return Files.readString(file, ISO_8859_1);
  }

  private static List<String> field(String status, String name) throws IOException {
    return status
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> List.of(line.substring(name.length() + 1).strip().split("\\s+")))
        .findFirst()
        .orElseThrow(() -> new IOException("its status has no " + name));
  }

  /** Field 22 of proc(5), counted after the name, which may hold spaces. */
  private static String began(Path process) throws IOException {
    String stat = read(process.resolve("stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[22 - 3];
  }

  private static Refused usage(String why) {
    return new Refused(USAGE, why);
  }

  private static Refused unavailable(String why) {
    return new Refused(UNAVAILABLE, why);
  }
}
