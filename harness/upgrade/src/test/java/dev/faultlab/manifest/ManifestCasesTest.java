package dev.faultlab.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What our own readers say of each kind of manifest. */
class ManifestCasesTest {

  @Test
  void everyKindIsReadOrNamed() throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    assertThat(ManifestCases.all()).hasSize(58);
    for (ManifestCases one : ManifestCases.all()) {
      ManifestChanges found = one.changes(texts -> Map.of());
      all.addAll(one.moves(found));
      found
          .unclear()
          .forEach(
              u -> all.add("%s: %s not understood: %s".formatted(one.name(), u.place(), u.what())));
      if (found.moves().isEmpty() && found.unclear().isEmpty()) {
        all.add(one.name() + ": nothing");
      }
    }
    assertThat(all)
        .containsExactlyElementsOf(Files.readAllLines(ManifestCases.SAMPLES.resolve("cases.txt")));
  }
}
