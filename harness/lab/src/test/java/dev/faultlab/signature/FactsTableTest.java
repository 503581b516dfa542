package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.FactSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/facts.md is what users rely on; where it and the code differ, one of them is
 * wrong.
 */
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
    String page = Files.readString(Path.of("../../docs/reference/facts.md"));
    assertThat(page.substring(page.indexOf("| kind |"))).isEqualTo(table.toString());
  }
}
