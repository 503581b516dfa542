package dev.faultlab.challenge.mystery;

import dev.faultlab.challenge.ClassYaml;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The cases of all labs: {@code labs/<name>/class/mysteries.yaml}, and {@code mysteries.en.yaml}
 * with the texts.
 */
public final class MysteryCatalog {
  private final List<Opened> cases = new ArrayList<>();
  private final Map<String, String> causes = new TreeMap<>();

  /** The form of {@code mysteries.yaml}. */
  private record Declared(Map<String, Mystery> mysteries) {
    static final Declared NONE = new Declared(Map.of());
  }

  /** The form of {@code mysteries.en.yaml}: causes by key, and tickets by id of the case. */
  private record Texts(Map<String, String> causes, Map<String, String> tickets) {
    static final Texts NONE = new Texts(Map.of(), Map.of());
  }

  /**
   * A case with its lab.
   *
   * @param id unique in its lab; never shown to participants
   * @param ticket the users' report, with placeholders for its figures
   */
  public record Opened(Lab lab, String id, Mystery mystery, String ticket) {}

  /**
   * @param labs in any order
   */
  public MysteryCatalog(List<Lab> labs) {
    for (Lab lab : labs) {
      Texts texts = read(lab, "mysteries.en.yaml", Texts.class, Texts.NONE);
      causes.putAll(texts.causes());
      read(lab, "mysteries.yaml", Declared.class, Declared.NONE)
          .mysteries()
          .forEach((id, mystery) -> cases.add(opened(lab, id, mystery, texts.tickets().get(id))));
    }
    cases.sort(Comparator.comparing((Opened c) -> c.lab().name()).thenComparing(Opened::id));
  }

  private static <T> T read(Lab lab, String name, Class<T> type, T none) {
    Path file = lab.folder().resolve("class").resolve(name);
    return Files.exists(file) ? ClassYaml.read(file, type) : none;
  }

  private static Opened opened(Lab lab, String id, Mystery mystery, String ticket) {
    if (ticket == null) {
      throw new LabException("lab " + lab.name() + ": mystery '" + id + "' has no ticket");
    }
    return new Opened(lab, id, mystery, ticket.strip());
  }

  /**
   * The case of a seed, the same on every machine with the same labs.
   *
   * @param hard whether look-alikes and healthy stacks are included
   * @throws LabException when there is none
   */
  public Opened pick(long seed, boolean hard) {
    List<Opened> open = cases.stream().filter(c -> hard || !c.mystery().hard()).toList();
    if (open.isEmpty()) {
      throw new LabException("no lab has a mystery");
    }
    // Not Random, whose first numbers are similar for neighbouring seeds.
    return open.get(new SplittableRandom(seed).nextInt(open.size()));
  }

  /** Every case. */
  public List<Opened> all() {
    return List.copyOf(cases);
  }

  /** Key to one sentence: every possible cause, in any lab. */
  public Map<String, String> causes() {
    return causes;
  }
}
