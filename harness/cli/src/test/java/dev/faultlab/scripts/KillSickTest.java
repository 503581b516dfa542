package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that closes sick connections, with an {@code ss} that shows what it is told to. */
class KillSickTest {
  /** Shows one file, and another one after it was to close something: what was sick. */
  private static final String SS =
      """
      #!/bin/sh
      here=$(dirname "$0")
      case $1 in
        -K) touch "$here/closed"; grep wscale:10,7 "$here/before" ;;
        *) if [ -e "$here/closed" ]; then cat "$here/after"; else cat "$here/before"; fi ;;
      esac
      """;

  @TempDir Path bin;

  @BeforeEach
  void ss() throws IOException {
    Path ss = Files.writeString(bin.resolve("ss"), SS);
    assertThat(ss.toFile().setExecutable(true)).isTrue();
    connections("before", "2:1001 7", "2:1002 7", "2:1003 7", "3:1004 7", "4:1005 1");
  }

  @Test
  void onlyWhoCameBackWithTheRightScaleIsHealed() throws IOException {
    // One from a new port, one from its old port, one sick again, and one not at all. Whoever else
    // comes was not sick.
    connections("after", "2:2001 1", "2:1002 1", "2:2003 7", "4:1005 1", "4:2005 1");

    assertThat(output("20"))
        .isEqualTo(
            "{\"clients\": 5, \"sick\": 4, \"closed\": 4, \"groups\": 1,"
                + " \"back\": 3, \"healed\": 2}");
  }

  @Test
  void aGroupOfNoneIsOnlyCounted() {
    assertThat(output("0"))
        .isEqualTo(
            "{\"clients\": 5, \"sick\": 4, \"closed\": 0, \"groups\": 0,"
                + " \"back\": 0, \"healed\": 0}");
    assertThat(bin.resolve("closed")).doesNotExist();
  }

  private String output(String group) {
    CommandResult result =
        new LocalCommands()
            .run(
                Command.of("sh", "../../labs/syncookie/broker/kill-sick", "1", group)
                    .with("PATH", bin + ":" + System.getenv("PATH")));
    assertThat(result.err()).isEmpty();
    return result.out().strip();
  }

  /** As {@code ss -tinHO} prints them; each is the end of its client's address, and its scale. */
  private void connections(String file, String... each) throws IOException {
    Files.writeString(
        bin.resolve(file),
        Stream.of(each)
            .map(one -> one.split(" "))
            .map(
                one ->
                    "0 0 [::ffff:10.0.0.1]:9092 [::ffff:10.0.0.%s cubic wscale:10,%s rto:204%n"
                        .formatted(one[0].replace(":", "]:"), one[1]))
            .collect(Collectors.joining()));
  }
}
