package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.exercise.Exercise;
import dev.faultlab.exercise.Mysteries;
import dev.faultlab.exercise.Mystery;
import dev.faultlab.exercise.MysteryGrade;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.Template;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.Shell;
import dev.faultlab.seen.State;
import dev.faultlab.stack.StackException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A dialogue about a mystery: a person looks around, starts loads, answers. */
final class MysterySession {
  private static final String HELP =
      """
      hosts                      what is running
      shell HOST                 its own shell, where it has one
      tools HOST                 a shell beside it, in its network and among its processes: tcpdump, ss, strace, dig, jcmd, jstack;
                                 its files are below /proc/1/root; in a guest beside it: vm exec --tools -- ss -tin
      load                       the same load again, with new evidence
      files                      the evidence so far
      causes                     what can be answered
      answer CAUSE FILE PLACE    e.g. answer nothing-wrong dns.pcap frame 17, or ... stats.json /calls/finished
      quit                       ends the stack; the evidence stays
      """;

  private final PrintStream out;
  private final Exercise<Mystery> exercise;
  private final Mysteries mysteries;
  private final OpenStack stack;
  private final Shell shell;
  private final Map<String, String> addresses = new TreeMap<>();

  /** Neutral name to service. */
  private final Map<String, String> hosts = new TreeMap<>();

  private final List<Observation> seen = new ArrayList<>();

  /**
   * @param out for the person
   */
  MysterySession(
      Exercise<Mystery> exercise,
      Mysteries mysteries,
      OpenStack stack,
      Shell shell,
      PrintStream out) {
    this.out = out;
    this.exercise = exercise;
    this.mysteries = mysteries;
    this.stack = stack;
    this.shell = shell;
    Map<String, String> known = stack.stack().placeholders();
    for (String service : stack.stack().services().keySet()) {
      String name = stack.stack().service(service).name();
      addresses.put(name, known.getOrDefault("address:" + name, ""));
    }
    addresses.keySet().forEach(service -> hosts.put("host-" + (hosts.size() + 1), service));
  }

  /**
   * Shows the symptom and reads commands until the answer is right or the input ends.
   *
   * @return the exit status
   */
  int run(InputStream in) throws IOException, InterruptedException {
    TrialEvidence first = load();
    if (seen.get(0).state() == State.UNKNOWN) {
      out.println("The load could not show anything: " + seen.get(0).reason());
      return ExitStatus.INCONCLUSIVE;
    }
    out.printf("%n%s%n%n%s", Template.fill(mysteries.ticket(exercise), figures(first)), HELP);
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    out.print("> ");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.strip().split("\\s+", 3);
      if (words[0].equals("answer") && answer(words)) {
        return ExitStatus.OK;
      }
      if (words[0].equals("quit")) {
        return ExitStatus.CONTRADICTED;
      }
      carryOut(words);
      out.print("> ");
    }
    return ExitStatus.CONTRADICTED;
  }

  private void carryOut(String[] words) throws IOException, InterruptedException {
    switch (words[0]) {
      case "", "answer" -> {}
      case "hosts" -> hosts.forEach((name, s) -> out.println(name + "  " + addresses.get(s)));
      case "shell" -> shell(words.length > 1 ? words[1] : "", false);
      case "tools" -> shell(words.length > 1 ? words[1] : "", true);
      case "load" -> load();
      case "files" -> files();
      case "causes" ->
          mysteries.causes().forEach((key, text) -> out.printf("%-26s %s%n", key, text.strip()));
      default -> out.print(HELP);
    }
  }

  private TrialEvidence load() throws IOException, InterruptedException {
    TrialEvidence trial = stack.load(seen.size() + 1);
    seen.add(trial.of(exercise.task().signature()));
    out.println("load " + seen.size() + ": evidence in " + trial.folder());
    return trial;
  }

  private void shell(String host, boolean sidecar) throws IOException, InterruptedException {
    if (!hosts.containsKey(host)) {
      out.println("there are " + String.join(", ", hosts.keySet()));
      return;
    }
    try {
      if (sidecar) {
        shell.openBeside(hosts.get(host));
      } else {
        shell.open(hosts.get(host));
      }
    } catch (StackException e) {
      out.println(e.getMessage());
    }
  }

  private void files() throws IOException {
    try (Stream<Path> files = Files.walk(stack.folder().path().resolve("evidence"))) {
      files.filter(EvidenceFiles::isRegular).sorted().forEach(out::println);
    }
  }

  private boolean answer(String[] words) {
    if (words.length < 3 || !mysteries.causes().containsKey(words[1])) {
      out.println("answer CAUSE FILE PLACE, with a cause of 'causes'");
      return false;
    }
    MysteryGrade grade = MysteryGrade.of(exercise.task(), seen, words[1], words[2]);
    out.println("cause: " + (grade.cause() ? "right" : "no"));
    out.println("evidence: " + (grade.evidence() ? "right, " : "no, ") + grade.explanation());
    if (grade.right()) {
      out.printf(
          "%nIt is lab %s, %s: %s%n",
          exercise.lab().name(),
          exercise.task().variant(),
          seen.get(0).state().name().toLowerCase(Locale.ROOT) + ", " + seen.get(0).reason());
    }
    return grade.right();
  }

  private Map<String, String> figures(TrialEvidence trial) {
    Map<String, String> figures = new LinkedHashMap<>();
    exercise
        .task()
        .figures()
        .forEach(
            (name, address) -> {
              try {
                figures.put(name, shortened(new JsonFacts(trial).node(address).asText()));
              } catch (MissingFact e) {
                figures.put(name, "(not measured)");
              }
            });
    return figures;
  }

  /** Three digits of a measured number, as a real ticket would give. */
  private static String shortened(String text) {
    return text.matches("\\d+\\.\\d+")
        ? String.format(Locale.ROOT, "%.3g", Double.parseDouble(text))
        : text;
  }
}
