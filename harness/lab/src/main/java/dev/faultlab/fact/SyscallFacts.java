package dev.faultlab.fact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a process's reads from a log of {@code strace -f -y -e trace=read,...}: which file, how
 * many bytes, in how many system calls.
 *
 * <p>Only the part between two markers counts, requests that only the tracer's script sends. A log
 * with both is complete, and a request between them proves that the log shows reads.
 */
public final class SyscallFacts {
  /**
   * Example: {@code 53 read(7</dev/random>, "\261\253..."..., 256) = 256}; the process id comes
   * with -f.
   */
  private static final Pattern CALL =
      Pattern.compile("(\\d+)\\s+(\\w+)\\((.*)\\)\\s+= (-?\\d+|\\?).*");

  /** strace splits a call when another thread's line comes between its beginning and its end. */
  private static final Pattern BEGIN =
      Pattern.compile("(\\d+)\\s+(\\w+)\\((.*) <unfinished \\.\\.\\.>");

  private static final Pattern END =
      Pattern.compile("(\\d+)\\s+<\\.\\.\\. (\\w+) resumed>(.*)\\)\\s+= (-?\\d+|\\?).*");

  private static final Pattern FILE = Pattern.compile("\\d+<([^>]*)>.*");
  private static final Pattern DATA = Pattern.compile("[^\"]*\"(.*)");

  private final String shown;
  private final List<Read> reads;

  /**
   * One system call.
   *
   * @param line 1-based line of its result
   * @param file path of the descriptor; for a call without one, its own name, e.g. getrandom
   * @param data what was read, as far as the log shows it, in strace's notation
   * @param bytes what the call returned; 0 for an error or the end of the file
   */
  private record Read(int line, String file, String data, long bytes) {}

  /**
   * Reads the log.
   *
   * @param file evidence file
   * @param open beginning of the opening marker's read
   * @param close beginning of the closing marker's read
   * @throws MissingFact when there is no such file, or it lacks a marker
   */
  public SyscallFacts(TrialEvidence evidence, String file, String open, String close) {
    shown = evidence.shown(file);
    Path path = evidence.file(file).orElseThrow(() -> new MissingFact("no evidence file " + shown));
    List<Read> parsed;
    // A line may hold anything that a process reads; strace writes non-ASCII bytes as octal.
    try (Stream<String> lines = Files.lines(path, java.nio.charset.StandardCharsets.ISO_8859_1)) {
      parsed = parse(lines.toList());
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new UnreadableEvidence(shown + " cannot be read: " + e.getMessage());
    }
    int begin = find(parsed, open);
    int end = find(parsed, close);
    if (end < begin) {
      throw new MissingFact(shown + ": '" + close + "' comes before '" + open + "'");
    }
    reads = List.copyOf(parsed.subList(begin + 1, end));
  }

  /** How many reads begin with this text, e.g. requests by their first line. */
  public Fact<Long> readsOf(FactSpec spec, String text) {
    List<Read> found = matching(read -> read.data().startsWith(text));
    return spec.of((long) found.size(), shown, lines(found));
  }

  /** System calls that read from a file. */
  public Fact<Long> calls(FactSpec spec, String file) {
    List<Read> found = readsFrom(file);
    return spec.of((long) found.size(), shown, lines(found));
  }

  /** Bytes read from a file. */
  public Fact<Long> bytes(FactSpec spec, String file) {
    List<Read> found = readsFrom(file);
    return spec.of(found.stream().mapToLong(Read::bytes).sum(), shown, lines(found));
  }

  private List<Read> readsFrom(String file) {
    return matching(read -> read.file().equals(file) && read.bytes() > 0);
  }

  private List<Read> matching(Predicate<Read> test) {
    return reads.stream().filter(test).toList();
  }

  private int find(List<Read> reads, String marker) {
    for (int i = 0; i < reads.size(); i++) {
      if (reads.get(i).data().startsWith(marker)) {
        return i;
      }
    }
    throw new MissingFact(shown + " has no '" + marker + "': the trace was not running then");
  }

  private static List<Read> parse(List<String> lines) {
    List<Read> reads = new ArrayList<>();
    Map<String, String> unfinished = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher begin = BEGIN.matcher(lines.get(i));
      Matcher end = END.matcher(lines.get(i));
      Matcher call = CALL.matcher(lines.get(i));
      if (begin.matches()) {
        unfinished.put(begin.group(1), begin.group(3));
      } else if (end.matches()) {
        String arguments = unfinished.remove(end.group(1));
        // A call that began before the trace has no beginning in the log, so its file is unknown.
        if (arguments != null) {
          reads.add(read(i + 1, end.group(2), arguments + end.group(3), end.group(4)));
        }
      } else if (call.matches()) {
        reads.add(read(i + 1, call.group(2), call.group(3), call.group(4)));
      }
    }
    return reads;
  }

  private static Read read(int line, String call, String arguments, String result) {
    Matcher file = FILE.matcher(arguments);
    Matcher data = DATA.matcher(arguments);
    return new Read(
        line,
        file.matches() ? file.group(1) : call,
        data.matches() ? data.group(1) : "",
        result.equals("?") ? 0 : Math.max(0, Long.parseLong(result)));
  }

  private static String lines(List<Read> found) {
    return switch (found.size()) {
      case 0 -> "no line";
      case 1 -> "line " + found.get(0).line();
      default -> "lines " + found.get(0).line() + "-" + found.get(found.size() - 1).line();
    };
  }
}
