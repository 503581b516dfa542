package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.evidence.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStoreTest {
  @TempDir Path results;
  private RunStore store;

  @BeforeEach
  void threeRunsAndAReference() throws IOException {
    store = new RunStore(results);
    finished("20260101T000000Z-0001");
    finished("20260103T000000Z-0003");
    Path partial = finished("20260104T000000Z-0004");
    Files.writeString(partial.resolve(RunFolder.PARTIAL), "killed by a signal\n");
    Files.createDirectories(results.resolve("reference"));
    Files.writeString(
        results.resolve("reference/sample.json"), ResultJson.text(SampleRun.asExpected()));
  }

  @Test
  void listsTheNewestFirstAndMarksWhatIsNoResult() throws IOException {
    Files.createDirectories(results.resolve("sample/20260105T000000Z-0005"));
    Files.createDirectories(results.resolve("checks/20260106T000000Z-0006"));
    assertThat(store.all())
        .extracting(
            run -> run.id() + (run instanceof StoredRun.Rejected un ? " " + un.reason() : ""))
        .containsExactly(
            "20260105T000000Z-0005 BROKEN",
            "20260104T000000Z-0004 PARTIAL",
            "20260103T000000Z-0003",
            "20260101T000000Z-0001");
  }

  @Test
  void theLatestIsTheNewestFinishedOne() throws IOException {
    assertThat(store.latest(Optional.of("sample")).orElseThrow().id()).endsWith("0003");
    assertThat(store.latest(Optional.empty()).orElseThrow().id()).endsWith("0003");
    assertThat(store.latest(Optional.of("other"))).isEmpty();
    assertThat(store.find("latest").id()).endsWith("0003");
    assertThat(store.find("sample/latest").id()).endsWith("0003");
  }

  @Test
  void aRunCanBeNamedInManyWays() throws IOException {
    for (String name :
        new String[] {
          "20260101T000000Z-0001",
          "20260101",
          "sample/20260101T000000Z-0001",
          "sample/20260101T000000Z-0001/",
          results.resolve("sample/20260101T000000Z-0001").toString(),
          results.resolve("sample/20260101T000000Z-0001/result.json").toString()
        }) {
      assertThat(store.find(name).folder().getFileName().toString())
          .as(name)
          .isEqualTo("20260101T000000Z-0001");
    }
    assertThat(store.find("reference/sample").hasEvidence()).isFalse();
  }

  @Test
  void aPartialRunIsNeverReadAsAResult() {
    for (String name :
        new String[] {
          "20260104", results.resolve("sample/20260104T000000Z-0004/result.json").toString()
        }) {
      assertThatThrownBy(() -> store.find(name))
          .isInstanceOf(RunStore.NoSuchRun.class)
          .hasMessageContaining("killed by a signal");
    }
  }

  @Test
  void anUnknownOrAmbiguousNameSaysWhatThereIs() {
    assertThatThrownBy(() -> store.find("2025")).hasMessageContaining("20260103T000000Z-0003");
    assertThatThrownBy(() -> store.find("202601")).hasMessageContaining("3 runs begin with '20260");
    assertThatThrownBy(() -> store.find(" ")).hasMessageContaining("which run?");
    assertThatThrownBy(() -> new RunStore(results.resolve("none")).find("x"))
        .hasMessageContaining("no run yet");
  }

  @Test
  void aBrokenFileIsNoRun() throws IOException {
    Path file = Files.writeString(results.resolve("broken.json"), "{");
    assertThatThrownBy(() -> store.find(file.toString()))
        .isInstanceOf(RunStore.NoSuchRun.class)
        .hasMessageContaining("broken.json");
  }

  private Path finished(String id) throws IOException {
    Path folder = Files.createDirectories(results.resolve("sample").resolve(id));
    Files.writeString(folder.resolve(ResultJson.FILE), ResultJson.text(SampleRun.asExpected()));
    return folder;
  }
}
