package dev.faultlab.challenge.mystery;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Template;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
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
public final class MysterySession {
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

  /** How a dialogue ended. */
  public enum Ending {
    SOLVED,
    NOT_SOLVED,
    /** The first load had no usable result. */
    INCONCLUSIVE
  }

  private final PrintStream out;
  private final MysteryCatalog.Opened opened;
  private final Map<String, String> causes;
  private final MysteryStack scene;
  private final Map<String, String> addresses;

  /** Neutral name to service. */
  private final Map<String, String> hosts = new TreeMap<>();

  private final List<Observation> observed = new ArrayList<>();

  /**
   * @param causes that can be named, each with its sentence
   * @param out for the person
   */
  public MysterySession(
      MysteryCatalog.Opened opened,
      Map<String, String> causes,
      MysteryStack scene,
      PrintStream out) {
    this.out = out;
    this.opened = opened;
    this.causes = causes;
    this.scene = scene;
    this.addresses = new TreeMap<>(scene.addresses());
    int number = 0;
    for (String service : addresses.keySet()) {
      hosts.put("host-" + ++number, service);
    }
  }

  /** Shows the symptom and reads commands until the answer is right or the input ends. */
  public Ending hold(InputStream in) throws IOException, InterruptedException {
    TrialEvidence first = load();
    if (observed.get(0).state() == State.UNKNOWN) {
      out.println("The load could not show anything: " + observed.get(0).reason());
      return Ending.INCONCLUSIVE;
    }
    out.printf("%n%s%n%n%s", Template.fill(opened.ticket(), figures(first)), HELP);
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    out.print("> ");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.strip().split("\\s+", 3);
      switch (words[0]) {
        case "answer" -> {
          if (answer(words)) {
            return Ending.SOLVED;
          }
        }
        case "quit" -> {
          return Ending.NOT_SOLVED;
        }
        default -> carryOut(words);
      }
      out.print("> ");
    }
    return Ending.NOT_SOLVED;
  }

  private void carryOut(String[] words) throws IOException, InterruptedException {
    switch (words[0]) {
      case "" -> {}
      case "hosts" -> hosts.forEach((name, s) -> out.println(name + "  " + addresses.get(s)));
      case "shell" -> shell(words.length > 1 ? words[1] : "", false);
      case "tools" -> shell(words.length > 1 ? words[1] : "", true);
      case "load" -> load();
      case "files" -> files();
      case "causes" -> causes.forEach((key, said) -> out.printf("%-26s %s%n", key, said.strip()));
      default -> out.print(HELP);
    }
  }

  private TrialEvidence load() throws IOException, InterruptedException {
    ObservedTrial trial = scene.load(observed.size() + 1);
    observed.add(trial.of(opened.mystery().signature()));
    out.println("load " + observed.size() + ": evidence in " + trial.evidence().folder());
    return trial.evidence();
  }

  private void shell(String host, boolean beside) throws IOException, InterruptedException {
    if (hosts.containsKey(host)) {
      scene.shell(hosts.get(host), beside).ifPresent(out::println);
    } else {
      out.println("there are " + String.join(", ", hosts.keySet()));
    }
  }

  private void files() throws IOException {
    try (Stream<Path> files = Files.walk(scene.folder().resolve("evidence"))) {
      files.filter(EvidenceFiles::isRegular).sorted().forEach(out::println);
    }
  }

  private boolean answer(String[] words) {
    if (words.length < 3 || !causes.containsKey(words[1])) {
      out.println("answer CAUSE FILE PLACE, with a cause of 'causes'");
      return false;
    }
    MysteryGrade grade = MysteryGrade.of(opened.mystery(), observed, words[1], words[2]);
    out.println("cause: " + (grade.cause() ? "right" : "no"));
    out.println("evidence: " + (grade.evidence() ? "right, " : "no, ") + grade.said());
    if (grade.right()) {
      out.printf(
          "%nIt is lab %s, %s: %s%n",
          opened.lab().name(),
          opened.mystery().variant(),
          observed.get(0).state().name().toLowerCase(Locale.ROOT)
              + ", "
              + observed.get(0).reason());
    }
    return grade.right();
  }

  private Map<String, String> figures(TrialEvidence trial) {
    Map<String, String> figures = new LinkedHashMap<>();
    opened
        .mystery()
        .figures()
        .forEach(
            (name, address) -> {
              try {
                String text = new JsonFacts(new EvidenceReader(trial)).node(address).asText();
                figures.put(name, shortened(text));
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
