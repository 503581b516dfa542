package dev.faultlab.token.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.token.generate.Tally;
import org.junit.jupiter.api.Test;

class StatsTest {
  private final ObjectMapper reader = new ObjectMapper();

  @Test
  void isJsonWithCountsAndThreads() throws Exception {
    // This very thread is inside this class.
    JsonNode stats = reader.readTree(Stats.json("plain", new Tally(), StatsTest.class.getName()));
    assertThat(stats.at("/server").asText()).isEqualTo("plain");
    assertThat(stats.at("/asked").asLong(-1)).isZero();
    assertThat(stats.at("/issued").asLong(-1)).isZero();
    assertThat(stats.at("/threads/running").asInt()).isEqualTo(1);
    assertThat(stats.at("/threads/waiting").asInt(-1)).isZero();
  }

  @Test
  void quotesWhatComesFromARequest() throws Exception {
    String strange = "a\"b\\c\nd";
    assertThat(reader.readTree(Stats.json("plain", new Tally(), strange)).at("/threads/inside"))
        .hasToString(reader.writeValueAsString(strange));
    assertThat(reader.readTree(Json.error(strange)).at("/error").asText()).isEqualTo(strange);
  }
}
