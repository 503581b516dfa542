package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.faultlab.files.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The one place that reads and writes the text of what a stack needs. */
class RequirementTest {
  private static final String GUEST = "guest-root:kafka-guest:KAFKA_VERSION=4.3.1";

  @Test
  void readsEachKind() {
    Requirement.Image kafka =
        new Requirement.Image("kafka-guest", Map.of("KAFKA_VERSION", "4.3.1"));
    assertThat(Requirement.parse("kafka-guest:KAFKA_VERSION=4.3.1")).isEqualTo(kafka);
    assertThat(Requirement.parse(GUEST)).isEqualTo(new Requirement.GuestRoot(kafka));
    assertThat(Requirement.parse("kernel:debian:trixie"))
        .isEqualTo(new Requirement.Kernel("debian:trixie"));
    assertThat(Requirement.parse("kvm-device")).isEqualTo(new Requirement.KvmDevice());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vm",
        "jre:JDK=17",
        "jre:SIZE=m,JDK=image:registry.example:5000/jre:25",
        "kernel:file:/boot/vmlinuz",
        GUEST,
        "kvm-device"
      })
  void writesWhatItReads(String text) throws JsonProcessingException {
    assertThat(Requirement.parse(text)).hasToString(text);
    Map<Requirement, Requirement> both = Map.of(Requirement.parse(text), Requirement.parse(text));
    String json = Json.MAPPER.writeValueAsString(both);
    assertThat(json).isEqualTo("{\"" + text + "\":\"" + text + "\"}");
    assertThat(Json.MAPPER.readValue(json, new TypeReference<Map<Requirement, Requirement>>() {}))
        .isEqualTo(both);
  }

  @Test
  void fillsPlaceholdersWhereverTheyAre() {
    Map<String, String> values = Map.of("jdk", "{release}", "release", "25", "all", "jre:JDK=8");
    assertThat(Requirement.parse("jre:JDK={jdk}").fill(values)).hasToString("jre:JDK=25");
    assertThat(Requirement.parse("kernel:{release}").fill(values)).hasToString("kernel:25");
    assertThat(Requirement.parse("{all}").fill(values))
        .isEqualTo(new Requirement.Image("jre", Map.of("JDK", "8")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jre:JDK", "jre:", "guest-root:jre:JDK"})
  void anArgumentWithoutAValueIsRefused(String text) {
    assertThatThrownBy(() -> Requirement.parse(text))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is not of the form NAME=VALUE");
  }
}
