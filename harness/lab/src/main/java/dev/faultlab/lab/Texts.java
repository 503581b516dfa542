package dev.faultlab.lab;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The texts with placeholders in a variant. */
public final class Texts {

  private Texts() {}

  /** All texts of a variant: its values, its stack, and its procedure's actions and inputs. */
  static List<String> of(Lab lab, Variant variant) {
    List<String> texts = new ArrayList<>(variant.trial().with().values());
    texts.addAll(placeholders(lab, variant));
    return texts;
  }

  /**
   * The names of the parameters that a variant uses: those in its stack, its steps and its
   * signatures' inputs, directly or through {@code with}.
   */
  public static Set<String> parameters(Lab lab, Variant variant) {
    Set<String> found = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    placeholders(lab, variant).forEach(text -> follow(text, variant.trial().with(), seen, found));
    found.retainAll(lab.parameters().keySet());
    return found;
  }

  /** If the variant sets a name itself, the name does not refer to the parameter. */
  private static void follow(
      String text, Map<String, String> with, Set<String> seen, Set<String> found) {
    for (String name : Template.names(text)) {
      if (!seen.add(name)) {
        continue;
      }
      if (with.containsKey(name)) {
        follow(with.get(name), with, seen, found);
      } else {
        found.add(name);
      }
    }
  }

  private static List<String> placeholders(Lab lab, Variant variant) {
    List<String> texts = new ArrayList<>();
    lab.stack().images().values().forEach(image -> texts.add(image.toString()));
    texts.addAll(lab.stack().variables().values());
    texts.addAll(variant.stack().values());
    Procedure procedure = lab.procedures().get(variant.trial().procedure());
    if (procedure != null) {
      procedure.steps().forEach(step -> texts.addAll(of(step)));
    }
    return texts;
  }

  /** All texts of a step. */
  public static List<String> of(Step step) {
    if (step instanceof Step.K6 k6) {
      return List.copyOf(k6.env().values());
    }
    return ((Step.Program) step).command();
  }
}
