package dev.faultlab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script that takes commit 909172a14974 out of a source tree refuses unless it finds exactly
 * that code.
 */
class TakeOutTest {
  private static final Path SCRIPT = Path.of("../../kernel-images/syncookie/take-out");

  /** The lines of net/ipv4/syncookies.c that the script knows, without the rest of the file. */
  private static final String WITH_FIX =
      """
      	int full_space, mss;
      	req->rsk_window_clamp = tp->window_clamp ? :dst_metric(ROUTE, RTAX_WINDOW);
      	/* limit the window selection if the user enforce a smaller rx buffer */
      	full_space = tcp_full_space(sk);
      	if (sk->sk_userlocks & SOCK_RCVBUF_LOCK &&
      	    (req->rsk_window_clamp > full_space || req->rsk_window_clamp == 0))
      		req->rsk_window_clamp = full_space;

      	tcp_select_initial_window(sk, full_space, req->mss,
      """;

  @TempDir private Path tree;
  private Path v4;
  private Path v6;

  @BeforeEach
  void unpackedSource() throws IOException {
    v4 = Files.createDirectories(tree.resolve("net/ipv4")).resolve("syncookies.c");
    v6 = Files.createDirectories(tree.resolve("net/ipv6")).resolve("syncookies.c");
    Files.writeString(v4, WITH_FIX.replace("ROUTE", "&rt->dst"));
    Files.writeString(v6, WITH_FIX.replace("ROUTE", "dst"));
  }

  @Test
  void takesTheFixOutOfBothFiles() throws IOException {
    assertThat(run().status()).isZero();
    assertThat(Files.readString(v4))
        .isEqualTo(
            """
            	int mss;
            	req->rsk_window_clamp = tp->window_clamp ? :dst_metric(&rt->dst, RTAX_WINDOW);

            	tcp_select_initial_window(sk, tcp_full_space(sk), req->mss,
            """);
    assertThat(Files.readString(v6)).contains("dst_metric(dst,").doesNotContain("SOCK_RCVBUF_LOCK");
  }

  @Test
  void refusesASecondTime() {
    run();
    CommandResult again = run();
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.err()).contains("refused").contains("found 0 times");
  }

  @Test
  void changesNeitherFileWhenOneDiffers() throws IOException {
    Files.writeString(v6, Files.readString(v6).replace("== 0", "<= 0"));
    String before = Files.readString(v4);
    assertThat(run().status()).isEqualTo(1);
    assertThat(Files.readString(v4)).isEqualTo(before);
  }

  private CommandResult run() {
    return new LocalCommands().run(Command.of(SCRIPT.toString(), tree.toString()));
  }
}
