package dev.faultlab.tools.reference;

import dev.faultlab.files.Json;
import dev.faultlab.lab.LabReader;
import dev.faultlab.signature.Input;
import dev.faultlab.signature.Signature;
import dev.faultlab.signature.Signatures;
import dev.faultlab.signature.State;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code docs/lab-keys.md}: every key of {@code lab.yaml}, and what each kind of signature reads.
 */
final class LabKeysPage {
  private static final String TOP =
      """
      # Keys of lab.yaml

      Every key, as [the schema](../harness/lab/src/main/resources/schema/lab.schema.json) has it. Keys marked "needed" must be
      there. [Writing lab.yaml](declaration.md) explains how the keys fit together. [Kinds of
      signatures](#kinds-of-signatures) lists what each kind reads, and the reasons that an expectation may name.
      """;

  private static final String KINDS =
      """

      ## Kinds of signatures

      `kind` of a signature is one of these. The words in brackets after a state are the reasons that an expectation may
      name: `{absent: cached}`. A trial is always inconclusive if it failed (`trial-failed`), if its capture has a flaw
      (`capture-flawed`), or if its evidence lacks a fact (`fact-missing`) or is unreadable (`evidence-unreadable`).
      [facts.md](facts.md) lists the facts of each kind.
      """;

  private LabKeysPage() {}

  static String of(String mark) throws IOException {
    try (InputStream schema = LabReader.class.getResourceAsStream(LabReader.SCHEMA)) {
      StringBuilder page = new StringBuilder(mark + "\n" + TOP);
      page.append(new SchemaTables(Json.MAPPER.readTree(schema)).markdown());
      page.append(KINDS);
      new Signatures().all().forEach(kind -> page.append(kind(kind)));
      return page.toString();
    }
  }

  private static String kind(Signature kind) {
    StringBuilder text = new StringBuilder("\n### " + kind.kind() + "\n\n");
    text.append("Present: ").append(kind.title()).append(".\n\n");
    for (State state : List.of(State.PRESENT, State.ABSENT, State.UNKNOWN)) {
      String name = state == State.UNKNOWN ? "inconclusive" : state.name().toLowerCase();
      text.append("- ").append(name).append(": ");
      text.append(
          kind.reasons().of(state).stream()
              .map(code -> "`" + code + "`")
              .collect(Collectors.joining(", ")));
      text.append("\n");
    }
    text.append("\n| input | value | meaning |\n| --- | --- | --- |\n");
    for (Input input : kind.inputs()) {
      text.append("| `").append(input.name()).append(input.required() ? "` (needed)" : "`");
      text.append(" | ").append(input.kind().form()).append(" | ").append(input.help());
      text.append(" |\n");
    }
    return text.toString();
  }
}
