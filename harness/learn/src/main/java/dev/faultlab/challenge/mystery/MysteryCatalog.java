package dev.faultlab.challenge.mystery;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The cases of all labs. */
public final class MysteryCatalog {
  private final List<Opened> cases = new ArrayList<>();
  private final Map<String, String> causes = new TreeMap<>();

  /**
   * A case with the lab that it belongs to.
   *
   * @param ticket what the people who suffer from it say, with placeholders for its figures
   */
  public record Opened(Lab lab, Mystery mystery, String ticket) {}

  /**
   * @param labs in any order
   */
  public MysteryCatalog(List<Lab> labs) {
    for (Lab lab : labs) {
      MysteryReader.Texts texts = MysteryReader.texts(lab);
      causes.putAll(texts.causes());
      for (Mystery mystery : MysteryReader.mysteries(lab)) {
        String ticket = texts.tickets().get(mystery.id());
        if (ticket == null) {
          throw new LabException(
              "lab " + lab.name() + ": mystery '" + mystery.id() + "' has no ticket");
        }
        cases.add(new Opened(lab, mystery, ticket.strip()));
      }
    }
    cases.sort(
        Comparator.comparing((Opened c) -> c.mystery().lab()).thenComparing(c -> c.mystery().id()));
  }

  /**
   * The case of a seed: the same for everybody who has the same labs.
   *
   * @param hard whether look-alikes, and stacks that are well, are among them
   * @throws LabException when there is none
   */
  public Opened pick(long seed, boolean hard) {
    List<Opened> open = cases.stream().filter(c -> hard || !c.mystery().hard()).toList();
    if (open.isEmpty()) {
      throw new LabException("no lab has a mystery");
    }
    // Not Random: its first number is much the same for neighbouring seeds.
    return open.get(new SplittableRandom(seed).nextInt(open.size()));
  }

  /** Every case. */
  public List<Opened> all() {
    return List.copyOf(cases);
  }

  /** Key to one sentence: every cause that can be answered, of whatever lab. */
  public Map<String, String> causes() {
    return causes;
  }
}
