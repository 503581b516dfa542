package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvenanceTest {
  @TempDir private Path root;

  @Test
  void changedSourcesAreSaidAndChangedResultsAreNone() throws IOException, InterruptedException {
    Path result = Files.createDirectories(root.resolve("results/reference")).resolve("a.json");
    Path source = root.resolve("lab.yaml");
    Files.writeString(result, "old");
    Files.writeString(source, "old");
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-q", "-m", "t");
    Files.writeString(result, "new");
    assertThat(Provenance.commit(root)).matches("[0-9a-f]{40}");
    Files.writeString(source, "new");
    assertThat(Provenance.commit(root)).matches("[0-9a-f]{40} with uncommitted changes");
  }

  private void git(String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("git"));
    all.addAll(List.of(words));
    Process process =
        new ProcessBuilder(all).directory(root.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}
