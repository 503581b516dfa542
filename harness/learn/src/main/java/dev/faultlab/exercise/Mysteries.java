package dev.faultlab.exercise;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The cases of all labs: {@code labs/<name>/class/mysteries.yaml}, and {@code mysteries.en.yaml}
 * with the texts.
 */
public final class Mysteries {
  private final List<Exercise<Mystery>> cases = new ArrayList<>();
  private final Map<String, String> causes = new TreeMap<>();
  private final Map<Exercise<Mystery>, String> tickets = new HashMap<>();

  private record File(Map<String, Mystery> mysteries) {}

  /** Causes by key, and tickets by id of the case. */
  private record Texts(Map<String, String> causes, Map<String, String> tickets) {}

  /**
   * @param labs in any order
   */
  public Mysteries(List<Lab> labs) {
    for (Lab lab : labs) {
      Texts texts =
          read(lab, "mysteries.en.yaml", Texts.class).orElse(new Texts(Map.of(), Map.of()));
      causes.putAll(texts.causes());
      read(lab, "mysteries.yaml", File.class)
          .map(File::mysteries)
          .orElse(Map.of())
          .forEach((id, mystery) -> add(new Exercise<>(lab, id, mystery), texts));
    }
    cases.sort(
        Comparator.comparing((Exercise<Mystery> c) -> c.lab().name()).thenComparing(Exercise::id));
  }

  private static <T> Optional<T> read(Lab lab, String name, Class<T> type) {
    return ClassYaml.find(ClassYaml.folder(lab).resolve(name), type);
  }

  private void add(Exercise<Mystery> opened, Texts texts) {
    String ticket = texts.tickets().get(opened.id());
    if (ticket == null) {
      throw new LabException(
          "lab " + opened.lab().name() + ": mystery '" + opened.id() + "' has no ticket");
    }
    cases.add(opened);
    tickets.put(opened, ticket.strip());
  }

  /**
   * The case of a seed, the same on every machine with the same labs.
   *
   * @param hard whether look-alikes and healthy stacks are included
   * @throws LabException when there is none
   */
  public Exercise<Mystery> pick(long seed, boolean hard) {
    List<Exercise<Mystery>> open = cases.stream().filter(c -> hard || !c.task().hard()).toList();
    LabException.throwIf(open.isEmpty(), "no lab has a mystery");
    // Not Random, whose first numbers are similar for neighbouring seeds.
    return open.get(new SplittableRandom(seed).nextInt(open.size()));
  }

  /** Every case. */
  public List<Exercise<Mystery>> all() {
    return List.copyOf(cases);
  }

  /** The users' report, with placeholders for its figures. */
  public String ticket(Exercise<Mystery> opened) {
    return tickets.get(opened);
  }

  /** Key to one sentence: every possible cause, in any lab. */
  public Map<String, String> causes() {
    return causes;
  }
}
