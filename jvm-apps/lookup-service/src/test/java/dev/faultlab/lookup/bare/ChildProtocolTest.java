package dev.faultlab.lookup.bare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class ChildProtocolTest {
  @Test
  void whatTheJvmLogsIsNotPartOfTheProtocol() throws IOException {
    BufferedReader child =
        new BufferedReader(
            new StringReader("[0.012s][warning][cds] no archive\nbare-child: ready\nbye\n"));
    assertThat(ChildProtocol.next(child)).contains("ready");
    assertThat(ChildProtocol.next(child)).isEmpty();
  }
}
