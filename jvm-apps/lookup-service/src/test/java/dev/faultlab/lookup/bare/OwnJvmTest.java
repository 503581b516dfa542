package dev.faultlab.lookup.bare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnJvmTest {
  @Test
  void theOtherProcessesDoNotWriteTheAgentsFile() {
    assertThat(OwnJvm.withoutAgentFile("-javaagent:/agent/depth-agent.jar=out=/evidence/d.json"))
        .isEqualTo("-javaagent:/agent/depth-agent.jar");
    assertThat(OwnJvm.withoutAgentFile("-Xmx96m -javaagent:depth-agent.jar=out=d.json -Xss1m"))
        .isEqualTo("-Xmx96m -javaagent:depth-agent.jar -Xss1m");
  }

  @Test
  void everythingElseStaysAsItWas() {
    assertThat(OwnJvm.withoutAgentFile("-javaagent:other.jar=out=x"))
        .isEqualTo("-javaagent:other.jar=out=x");
    assertThat(OwnJvm.withoutAgentFile("-Da=b")).isEqualTo("-Da=b");
  }
}
