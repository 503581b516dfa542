package dev.faultlab.tools.reference;

import dev.faultlab.seen.State;
import dev.faultlab.signature.Input;
import dev.faultlab.signature.Signature;
import dev.faultlab.signature.Signatures;
import java.util.List;
import java.util.stream.Collectors;

/** {@code docs/reference/signature-kinds.md}: what each kind of signature reads and reports. */
final class SignatureKindsPage {
  private static final String HEADER =
      """
      # Kinds of signatures

      `kind` of a signature is one of these. The words in brackets after a state are the reasons that an expectation may
      name: `{absent: cached}`. A trial is always inconclusive if it failed (`trial-failed`), if its capture has a flaw
      (`capture-flawed`), or if its evidence lacks a fact (`fact-missing`) or is unreadable (`evidence-unreadable`).
      [facts.md](facts.md) lists the facts of each kind. `exposure` is the fact that counts how often the fault could have
      shown in a trial; without one, a trial is one sample. A fault that is absent without exposure is *not exercised*.
      """;

  static String of(String mark) {
    StringBuilder page = new StringBuilder(mark + "\n" + HEADER);
    new Signatures().all().forEach(kind -> page.append(kind(kind)));
    return page.toString();
  }

  private static String kind(Signature kind) {
    StringBuilder text = new StringBuilder("\n## " + kind.kind() + "\n\n");
    text.append("Present: ").append(kind.title()).append(".\n\n");
    for (State state : List.of(State.PRESENT, State.ABSENT, State.UNKNOWN)) {
      text.append("- ").append(state.words()).append(": ");
      text.append(
          kind.reasons().of(state).stream()
              .map(code -> "`" + code + "`")
              .collect(Collectors.joining(", ")));
      text.append("\n");
    }
    kind.reasons()
        .exposure()
        .ifPresent(fact -> text.append("- exposure: `").append(fact.id()).append("`\n"));
    text.append("\n| input | value | meaning |\n| --- | --- | --- |\n");
    for (Input input : kind.inputs()) {
      text.append("| `").append(input.name()).append(input.required() ? "` (needed)" : "`");
      text.append(" | ").append(input.kind().form()).append(" | ").append(input.help());
      text.append(" |\n");
    }
    return text.toString();
  }
}
