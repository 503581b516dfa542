package dev.faultlab.exercise;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Errors in repairs and mysteries, found before they are used: a sentence each. */
public final class ExerciseChecks {
  private ExerciseChecks() {}

  /**
   * The problems of a lab's repairs.
   *
   * @param root of the repository
   */
  public static List<String> ofRepairs(Lab lab, Path root) {
    return problems(() -> Repairs.of(lab), repair -> problems(repair, root));
  }

  /** The problems of the mysteries of all labs. */
  public static List<String> ofMysteries(List<Lab> labs) {
    try {
      Mysteries mysteries = new Mysteries(labs);
      return problems(mysteries::all, opened -> problems(opened, mysteries));
    } catch (LabException e) {
      return List.of(e.getMessage());
    }
  }

  private static <T extends Exercise.Task> List<String> problems(
      Supplier<List<Exercise<T>>> exercises, Function<Exercise<T>, List<String>> own) {
    List<String> problems = new ArrayList<>();
    try {
      for (Exercise<T> exercise : exercises.get()) {
        String where = ClassYaml.folder(exercise.lab()) + ": '" + exercise.id() + "': ";
        Stream.concat(exercise.problems().stream(), own.apply(exercise).stream())
            .forEach(problem -> problems.add(where + problem));
      }
    } catch (LabException e) {
      problems.add(e.getMessage());
    }
    return List.copyOf(problems);
  }

  private static List<String> problems(Exercise<Mystery> opened, Mysteries mysteries) {
    List<String> problems = new ArrayList<>();
    if (!mysteries.causes().containsKey(opened.task().cause())) {
      problems.add("nothing says what the cause '" + opened.task().cause() + "' is");
    }
    opened.task().proof().forEach(fact -> opened.whyNotRead(fact).ifPresent(problems::add));
    return problems;
  }

  private static List<String> problems(Exercise<Repair> repair, Path root) {
    List<String> problems = new ArrayList<>();
    if (repair.task().right().isEmpty()) {
      problems.add("no reason counts as a cure; name some under 'right'");
    }
    Lab lab = repair.lab();
    for (Map.Entry<String, Guard> named : repair.task().guards().entrySet()) {
      String where = "guard " + named.getKey() + ": ";
      Guard guard = named.getValue();
      guard
          .variant()
          .filter(name -> lab.variant(name).isEmpty())
          .ifPresent(name -> problems.add(where + "no variant '" + name + "'"));
      guard
          .signature()
          .filter(name -> !lab.signatures().containsKey(name))
          .ifPresent(name -> problems.add(where + "no signature '" + name + "'"));
      guard.fact().flatMap(repair::whyNotRead).ifPresent(p -> problems.add(where + p));
    }
    files(repair, root, problems);
    Repairs.text(repair); // throws if there is none
    return problems;
  }

  private static void files(Exercise<Repair> repair, Path root, List<String> problems) {
    if (repair.task().files().isEmpty()) {
      problems.add("there is no file to change");
    }
    for (String name : repair.task().files().keySet()) {
      Path start = Repairs.start(repair, root, name);
      if (!Files.isRegularFile(start)) {
        problems.add("there is no " + start);
      }
      try {
        Repairs.solution(repair, root, name);
      } catch (IOException e) {
        problems.add((e instanceof NoSuchFileException ? "there is no " : "") + e.getMessage());
      }
    }
  }
}
