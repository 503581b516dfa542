package dev.faultlab.challenge.mystery;

import dev.faultlab.fact.FactSpec;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Variant;
import dev.faultlab.signature.Signatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Errors in the cases of all labs, found before they are played. */
public final class MysteryChecks {
  private MysteryChecks() {}

  /** A sentence each; empty when all is well. */
  public static List<String> problems(List<Lab> labs) {
    List<String> problems = new ArrayList<>();
    try {
      MysteryCatalog book = new MysteryCatalog(labs);
      for (MysteryCatalog.Opened opened : book.all()) {
        List<String> own = new ArrayList<>();
        if (!book.causes().containsKey(opened.mystery().cause())) {
          own.add("nothing says what the cause '" + opened.mystery().cause() + "' is");
        }
        declaration(opened.lab(), opened.mystery(), own);
        own.stream()
            .map(p -> opened.lab().folder() + ": mystery '" + opened.id() + "': " + p)
            .forEach(problems::add);
      }
    } catch (LabException e) {
      problems.add(e.getMessage());
    }
    return List.copyOf(problems);
  }

  private static void declaration(Lab lab, Mystery mystery, List<String> problems) {
    Optional<Variant> variant = lab.variant(mystery.variant());
    if (variant.isEmpty()) {
      problems.add("the lab has no variant '" + mystery.variant() + "'");
      return;
    }
    if (!variant.get().expect().containsKey(mystery.signature())) {
      problems.add("nothing is expected of '" + mystery.signature() + "' there");
      return;
    }
    List<String> facts =
        new Signatures()
                .declared(mystery.signature(), lab.signatures().get(mystery.signature()))
                .kind()
                .facts()
                .stream()
                .map(FactSpec::id)
                .toList();
    for (String proof : mystery.proof()) {
      if (!facts.contains(proof)) {
        problems.add("'" + proof + "' is no fact of " + mystery.signature() + ": " + facts);
      }
    }
  }
}
