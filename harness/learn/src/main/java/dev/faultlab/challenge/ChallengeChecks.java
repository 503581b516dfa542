package dev.faultlab.challenge;

import dev.faultlab.fact.FactSpec;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Variant;
import dev.faultlab.signature.Signature;
import dev.faultlab.signature.Signatures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Errors in a lab's challenges, found before they are used.
 *
 * @param root of the repository
 */
public record ChallengeChecks(Lab lab, Path root) {
  /** A sentence each; empty when all is well. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    try {
      for (Challenge challenge : ChallengeReader.challenges(lab)) {
        List<String> own = new ArrayList<>();
        declaration(challenge, own);
        files(challenge, own);
        text(challenge, ChallengeReader.text(challenge), own);
        own.stream()
            .map(p -> ChallengeReader.file(lab) + ": '" + challenge.id() + "': " + p)
            .forEach(problems::add);
      }
    } catch (LabException e) {
      problems.add(e.getMessage());
    }
    return List.copyOf(problems);
  }

  private void declaration(Challenge challenge, List<String> problems) {
    Optional<Variant> variant = lab.variant(challenge.setup().variant());
    if (variant.isEmpty()) {
      problems.add("the lab has no variant '" + challenge.setup().variant() + "'");
    } else if (!variant.get().expect().containsKey(challenge.goal().signature())) {
      problems.add(
          "nothing is expected of '"
              + challenge.goal().signature()
              + "' at "
              + challenge.setup().variant());
    }
    if (challenge.goal().right().isEmpty()) {
      problems.add("no reason counts as a cure; name some under 'right'");
    }
    for (String axis : challenge.setup().at().keySet()) {
      if (lab.axes().stream().noneMatch(a -> a.name().equals(axis))) {
        problems.add("the lab has no axis '" + axis + "'");
      }
    }
    for (Map.Entry<String, Guard> entry : challenge.goal().guards().entrySet()) {
      Guard guard = entry.getValue();
      String where = "guard " + entry.getKey() + ": ";
      guard
          .variant()
          .filter(v -> lab.variant(v).isEmpty())
          .ifPresent(v -> problems.add(where + "no variant '" + v + "'"));
      if (guard.check() instanceof Guard.Absent absent
          && !lab.signatures().containsKey(absent.signature())) {
        problems.add(where + "no signature '" + absent.signature() + "'");
      }
      if (guard.check() instanceof Guard.Seen seen) {
        unread(challenge, seen).ifPresent(p -> problems.add(where + p));
      }
    }
  }

  private Optional<String> unread(Challenge challenge, Guard.Seen seen) {
    Map<String, String> entry = lab.signatures().get(challenge.goal().signature());
    if (entry == null) {
      return Optional.of("no signature '" + challenge.goal().signature() + "'");
    }
    Signature kind = new Signatures().declared(challenge.goal().signature(), entry).kind();
    List<String> facts = kind.facts().stream().map(FactSpec::id).toList();
    return facts.contains(seen.fact())
        ? Optional.empty()
        : Optional.of(
            "'" + seen.fact() + "' is no fact of " + challenge.goal().signature() + ": " + facts);
  }

  private void files(Challenge challenge, List<String> problems) {
    if (challenge.files().isEmpty()) {
      problems.add("there is no file to change");
    }
    for (Map.Entry<String, Material> file : challenge.files().entrySet()) {
      for (Path folder : List.of(challenge.start(), challenge.solution())) {
        if (!Files.isRegularFile(folder.resolve(file.getKey()))) {
          problems.add("there is no " + folder.resolve(file.getKey()));
        }
      }
      if (file.getValue() instanceof Material.GoSource go
          && !Files.isRegularFile(root.resolve(go.module()).resolve(go.at()))) {
        problems.add("there is no " + go.module() + "/" + go.at());
      }
    }
  }

  private static void text(Challenge challenge, ChallengeText text, List<String> problems) {
    for (String guard : challenge.goal().guards().keySet()) {
      if (!text.guards().containsKey(guard)) {
        problems.add("no text says what is broken when guard '" + guard + "' does not hold");
      }
    }
    for (String key : List.of(ChallengeText.START, "present")) {
      if (text.hints().getOrDefault(key, List.of()).isEmpty()) {
        problems.add("there are no hints for '" + key + "'");
      }
    }
    for (String key : text.hints().keySet()) {
      if (key.startsWith("guard:")
          && !challenge.goal().guards().containsKey(key.substring("guard:".length()))) {
        problems.add("hints for '" + key + "', and there is no such guard");
      }
    }
  }
}
