package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DockerServiceTest {
  @Test
  void theLastWordsOfAServiceAreWhatItSaidAndNotItsStackTrace() {
    String log =
        "one\ntwo\nthree\n"
            + "ERROR Exiting due to fatal exception\n"
            + "ConfigException: Invalid value 0\n"
            + "\tat a.B.c(B.java:1)\n".repeat(20)
            + "\t... 7 more\n"
            + "vm: the service ended with status 1\n";
    assertThat(DockerService.lastWords(log))
        .isEqualTo(
            "one\ntwo\nthree\nERROR Exiting due to fatal exception\n"
                + "ConfigException: Invalid value 0\nvm: the service ended with status 1");
    assertThat(DockerService.lastWords("")).isEmpty();
    assertThat(DockerService.lastWords("1\n2\n3\n4\n5\n6\n7\n")).isEqualTo("2\n3\n4\n5\n6\n7");
  }
}
