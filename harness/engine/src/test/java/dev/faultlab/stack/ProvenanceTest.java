package dev.faultlab.stack;

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
    commitAll();
    Files.writeString(result, "new");
    assertThat(Provenance.commit(root)).matches("[0-9a-f]{40}");
    Files.writeString(source, "new");
    assertThat(Provenance.commit(root)).matches("[0-9a-f]{40} with uncommitted changes");
  }

  @Test
  void aNewFileIsAChangeUnlessItIsIgnored() throws IOException, InterruptedException {
    Files.writeString(root.resolve(".gitignore"), "target/\n/.env\n");
    commitAll();
    Files.writeString(root.resolve(".env"), "A=b");
    Files.writeString(Files.createDirectories(root.resolve("harness/target")).resolve("a"), "a");
    Files.writeString(Files.createDirectories(root.resolve("results/tiny")).resolve("a"), "a");
    assertThat(Provenance.sources(root)).containsEntry("uncommitted changes", "none");
    Path added = root.resolve("new.sh");
    Files.writeString(added, "one");
    String one = Provenance.sources(root).get("uncommitted changes");
    assertThat(one).matches("yes, SHA-256 [0-9a-f]{12}");
    Files.writeString(added, "two");
    assertThat(Provenance.sources(root).get("uncommitted changes")).isNotEqualTo(one);
  }

  @Test
  void whereGitDoesNotSayNothingIsSaid() throws IOException, InterruptedException {
    Files.writeString(root.resolve(".git"), "gitdir: nowhere\n");
    assertThat(Provenance.sources(root)).isEmpty();
    assertThat(Provenance.commit(root)).isEqualTo("an unknown commit");
    assertThat(Provenance.isCommitAlone(Provenance.commit(root))).isFalse();
  }

  @Test
  void aCommitWhoseChangesCannotBeReadIsNotSaidToHaveNone()
      throws IOException, InterruptedException {
    Files.writeString(root.resolve("lab.yaml"), "old");
    commitAll();
    Files.writeString(root.resolve(".git/index"), "no index");
    assertThat(Provenance.sources(root)).containsOnlyKeys("commit");
    assertThat(Provenance.commit(root)).endsWith(" with or without changes");
  }

  @Test
  void aPackageIsItsCommit() throws IOException, InterruptedException {
    Files.writeString(root.resolve(".commit"), "0123456789abcdef\n");
    assertThat(Provenance.commit(root)).isEqualTo("0123456789abcdef");
    assertThat(Provenance.sources(root)).containsEntry("uncommitted changes", "none");
  }

  private void commitAll() throws IOException, InterruptedException {
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-q", "-m", "t");
  }

  private void git(String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("git"));
    all.addAll(List.of(words));
    Process process =
        new ProcessBuilder(all).directory(root.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
