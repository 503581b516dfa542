package dev.faultlab.run;

import static java.util.Optional.empty;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.files.Json;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.signature.LabSignatures;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The trials that a lab keeps beside its declaration, as tests of its signatures: {@code
 * labs/<name>/evidence/<point>/} holds the files of one trial, the point called as in a run's own
 * evidence folder. They are judged like a run's trials, so both sides are needed, but nothing is
 * started.
 */
public record KeptTrials(Lab lab) {

  /** The verdict on the kept trials; empty if none are kept. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    List<Cell> cells = new ArrayList<>();
    List<TrialRecord> trials = new ArrayList<>();
    Map<Point, String> folders = new LinkedHashMap<>();
    Map<String, Cell> points = points();
    for (Path folder : folders()) {
      Cell cell = points.get(folder.getFileName().toString());
      if (cell == null) {
        problems.add(folder + ": no point has this name; there are " + points.keySet());
      } else {
        cells.add(cell);
        trials.add(trial(folder, cell));
        folders.put(cell.point(), folder.toString());
      }
    }
    Map<Point, List<TrialEvidence>> kept =
        new LabSignatures(lab).observe(cells, trials, lab.folder());
    List<Outcome> outcomes = Analysis.outcomes(cells, kept, cell -> ran(folders.get(cell.point())));
    for (Cell cell : cells) {
      if (outcomes.stream().noneMatch(o -> o.point().equals(cell.point()))) {
        problems.add(folders.get(cell.point()) + ": the lab expects nothing of this point");
      }
    }
    if (!outcomes.isEmpty()) {
      Verdict verdict = Judge.run(outcomes, List.of(), folders::get);
      if (verdict.judgement() != Judgement.AS_EXPECTED) {
        problems.addAll(verdict.reasons());
      }
    }
    return List.copyOf(problems);
  }

  /** What the stack of a kept trial answered: its file {@code ran.json}, if it has one. */
  private static Map<String, String> ran(String folder) {
    Path file = Path.of(folder, "ran.json");
    if (!Files.isRegularFile(file)) {
      return Map.of();
    }
    try {
      Map<String, String> ran = new LinkedHashMap<>();
      Json.read(file).properties().forEach(e -> ran.put(e.getKey(), e.getValue().asText()));
      return ran;
    } catch (IOException e) {
      throw new LabException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Every point of the full and of the short form, by its name in a run. */
  private Map<String, Cell> points() {
    Map<String, Cell> points = new TreeMap<>();
    for (RunForm form : RunForm.values()) {
      new Planner(lab)
          .plan(new Choices(Map.of(), List.of(), form))
          .cells()
          .forEach(cell -> points.put(cell.id(), cell));
    }
    return points;
  }

  private List<Path> folders() {
    Path evidence = lab.folder().resolve("evidence");
    try {
      Trees.requireRegular(evidence);
      return Trees.children(evidence).stream().filter(Files::isDirectory).toList();
    } catch (IOException e) {
      throw new LabException(evidence + " cannot be read: " + e.getMessage(), e);
    }
  }

  private TrialRecord trial(Path folder, Cell cell) {
    String name = lab.folder().relativize(folder).toString();
    return new TrialRecord(cell.point(), 1, empty(), name, "", 0, empty(), empty(), empty());
  }
}
