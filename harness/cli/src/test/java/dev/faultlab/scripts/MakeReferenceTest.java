package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code make reference} in a clone whose ./faultlab is a script that writes down what it is asked.
 */
class MakeReferenceTest {
  private static final String SCRIPT = "harness/scripts/reference";

  private static final String FAULTLAB =
      """
      #!/usr/bin/env bash
      set -eu
      echo "$*" >>results/calls
      go() {
        [[ ! -e results/break ]] || exit 130
        printf '{\\n  "provenance" : {\\n    "commit" : "%s",\\n    "uncommitted changes" : "none"\\n  }\\n}\\n' \\
          "$(git rev-parse HEAD)" >"$1/result.json"
        rm "$1/PARTIAL"
        exit "$(cat results/status 2>/dev/null || echo 0)"
      }
      case $1:$2 in
        run:--resume) if [[ -e results/changed ]]; then exit 64; else go "results/$3"; fi ;;
        fixes:* | run:*)
          mkdir -p "results/$2"
          id=20260101T00000$(find "results/$2" -mindepth 1 -maxdepth 1 | wc -l)Z-c0de
          mkdir "results/$2/$id"
          touch "results/$2/$id/PARTIAL"
          echo "run $id" >&2
          go "results/$2/$id"
          ;;
        dev:reference)
          touch "results/reference/$4.zip"
          cp "results/$3/result.json" "results/reference/$4.json"
          ;;
      esac
      """;

  @TempDir private Path root;
  private final Commands commands = new LocalCommands();

  @BeforeEach
  void aClone() throws IOException {
    Path script = root.resolve(SCRIPT);
    Files.createDirectories(script.getParent());
    Files.copy(Path.of("../..").resolve(SCRIPT), script);
    Files.writeString(root.resolve("faultlab"), FAULTLAB);
    assertThat(root.resolve("faultlab").toFile().setExecutable(true)).isTrue();
    Files.writeString(root.resolve(".gitignore"), "target/\n/results/*\n!/results/reference/\n");
    Files.createDirectories(root.resolve("results/reference"));
    write("README.md", "text");
    write("docs/a.md", "text");
    write("labs/dns-go/lab.yaml", "lab: dns-go");
    write("labs/random/lab.yaml", "lab: random");
    git("init", "-q");
    commit();
  }

  @Test
  void whatIsOfTodaysSourcesIsNotMadeAgain() throws IOException {
    assertThat(reference("dns-go").status()).isZero();
    assertThat(calls())
        .containsExactly(
            "run dns-go --full",
            "dev reference dns-go/20260101T000000Z-c0de dns-go",
            "dev readme --write");
    assertThat(root.resolve("results/reference/dns-go.json")).exists();
    commit();
    write("docs/a.md", "other text");
    write("labs/dns-go/README.md", "text");
    write("labs/random/lab.yaml", "lab: random, changed");
    commit();
    assertThat(reference("dns-go").out()).contains("dns-go is of today's sources already");
    assertThat(calls()).hasSize(3);
    write("labs/dns-go/lab.yaml", "lab: dns-go, changed");
    commit();
    assertThat(reference("dns-go").status()).isZero();
    assertThat(calls()).hasSize(6).contains("dev reference dns-go/20260101T000001Z-c0de dns-go");
  }

  @Test
  void aRunThatBrokeOffIsGoneOnWith() throws IOException {
    write("results/break", "");
    assertThat(reference("dns-go-cures", "dns-go").status()).isEqualTo(130);
    assertThat(calls()).containsExactly("fixes dns-go --run --trials 5");
    assertThat(reference("dns-go-cures").status()).isEqualTo(130);
    Files.delete(root.resolve("results/break"));
    assertThat(reference("dns-go-cures").status()).isZero();
    assertThat(calls())
        .startsWith(
            "fixes dns-go --run --trials 5",
            "run --resume dns-go/20260101T000000Z-c0de",
            "run --resume dns-go/20260101T000000Z-c0de",
            "dev reference dns-go/20260101T000000Z-c0de dns-go-cures");
  }

  @Test
  void aRunThatCannotBeGoneOnWithIsMadeAnew() throws IOException {
    write("results/break", "");
    reference("dns-go");
    Files.delete(root.resolve("results/break"));
    write("results/changed", "");
    assertThat(reference("dns-go").status()).isZero();
    assertThat(calls())
        .contains("run --resume dns-go/20260101T000000Z-c0de", "run dns-go --full")
        .contains("dev reference dns-go/20260101T000001Z-c0de dns-go");
  }

  @Test
  void whatIsNotAsExpectedIsKeptAndNotTaken() throws IOException {
    write("results/status", "2");
    CommandResult result = reference("dns-go");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err())
        .contains("./faultlab dev reference dns-go/20260101T000000Z-c0de dns-go takes it all");
    assertThat(root.resolve("results/dns-go/20260101T000000Z-c0de/result.json")).exists();
    assertThat(root.resolve("results/reference/dns-go.json")).doesNotExist();
  }

  @Test
  void uncommittedChangesAreRefusedUnlessTheyAreResults() throws IOException {
    write("results/reference/other.json", "{}");
    assertThat(reference("dns-go").status()).isZero();
    write("new.txt", "");
    assertThat(reference("dns-go").status()).isEqualTo(64);
    Files.delete(root.resolve("new.txt"));
    write("labs/dns-go/lab.yaml", "changed");
    assertThat(reference("dns-go").err()).contains("there are uncommitted changes");
    assertThat(reference("nothing").err()).contains("no 'nothing'; there are: dns-go ");
  }

  private CommandResult reference(String... words) {
    List<String> all = new ArrayList<>(List.of(root.resolve(SCRIPT).toString()));
    all.addAll(List.of(words));
    return commands.run(Command.of(all));
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(root.resolve("results/calls"));
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private void commit() {
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-q", "-m", "t");
  }

  private void git(String... words) {
    List<String> all = new ArrayList<>(List.of("git"));
    all.addAll(List.of(words));
    CommandResult result = commands.run(Command.of(all).in(root));
    assertThat(result.ok()).as(result.err() + result.out()).isTrue();
  }
}
