package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.capture.packet.MemoryBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All lookups of a capture as one list. */
class DnsCaptureTest {
  @TempDir private Path folder;

  private List<Path> files(String steps) throws IOException {
    return List.of(Files.write(folder.resolve("a.pcap"), new DnsScene().play(steps).toBytes()));
  }

  /** 4,750 bytes, and 648 for a lookup with one address. */
  @Test
  void refusesAListThatDoesNotFitIntoMemory() throws IOException {
    StringBuilder seven = new StringBuilder();
    for (int i = 0; i < 7; i++) {
      seven.append(" %d?%d %d!%d".formatted(i * 20_000, i, i * 20_000 + 1, i));
    }
    assertThat(DnsCapture.read(files(seven.toString()), new MemoryBudget(19_000)).exchanges())
        .hasSize(7);
    List<Path> eight = files(seven + " 140000?7 140001!7");
    assertThatThrownBy(() -> DnsCapture.read(eight, new MemoryBudget(19_000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.pcap does not fit into memory");
  }

  @Test
  void refusesAListThatWouldLackQueries() throws IOException {
    List<Path> files = files("0?1 1?2");
    assertThatThrownBy(() -> DnsCapture.read(files, new MemoryBudget(19_000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("DNS messages beyond the queries");
  }
}
