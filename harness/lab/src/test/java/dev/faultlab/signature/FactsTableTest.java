package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.FactSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/facts.md is what users rely on; where it and the code differ, one of them is wrong. */
class FactsTableTest {

  @Test
  void theTableIsWhatTheSignaturesDeclare() throws IOException {
    StringBuilder table = new StringBuilder("| kind | fact | unit | meaning |\n");
    table.append("| --- | --- | --- | --- |\n");
    for (Signature signature : new Signatures().all()) {
      for (FactSpec spec : signature.facts()) {
        table.append("| `").append(signature.kind()).append("` | `").append(spec.id());
        table.append("` | ").append(spec.unit()).append(" | ").append(spec.meaning());
        table.append(" |\n");
      }
    }
    String page = Files.readString(Path.of("../../docs/facts.md"));
    assertThat(page.substring(page.indexOf("| kind |"))).isEqualTo(table.toString());
  }

  @Test
  void thePageListsWhatEachKindReadsAndWhyItAnswers() throws IOException {
    StringBuilder table =
        new StringBuilder("| kind of signature | reads | present | absent | inconclusive |\n");
    table.append("| --- | --- | --- | --- | --- |\n");
    for (Signature signature : new Signatures().all()) {
      table.append("| `").append(signature.kind()).append("` | ");
      table.append(
          signature.inputs().stream()
              .map(input -> "`" + input.name() + "`" + (input.required() ? "" : "?"))
              .collect(Collectors.joining(", ")));
      for (State state : List.of(State.PRESENT, State.ABSENT, State.UNKNOWN)) {
        table.append(" | ").append(String.join(", ", signature.reasons().of(state)));
      }
      table.append(" |\n");
    }
    String page = Files.readString(Path.of("../../docs/facts.md"));
    assertThat(page).contains("\n\n" + table + "\n");
  }
}
