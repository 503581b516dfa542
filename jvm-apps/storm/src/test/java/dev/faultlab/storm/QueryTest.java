package dev.faultlab.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class QueryTest {

  @Test
  void readsNumbersAndAddressesOfBothFamilies() {
    Query query =
        new Query(
            URI.create(
                "/crowd?clients=7&broker=198.18.0.10:9092&six=%5Bfd00::1%5D:9092&leaders=2,1"));
    assertThat(query.number("clients", 1, 1)).isEqualTo(7);
    assertThat(query.address("broker").getPort()).isEqualTo(9092);
    assertThat(query.numbers("leaders")).containsExactly(2, 1);
    assertThat(query.address("six").getAddress().getAddress()).hasSize(16);
    query.done();
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    Query misspelt = new Query(URI.create("/produce?request=7"));
    assertThat(misspelt.number("requests", 20, 1)).isEqualTo(20);
    assertThatThrownBy(misspelt::done).hasMessageContaining("request");
    assertThatThrownBy(() -> new Query(URI.create("/?n=0")).number("n", 1, 1))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new Query(URI.create("/?n=x")).number("n", 1, 1))
        .hasMessageContaining("n=x");
    assertThatThrownBy(() -> new Query(URI.create("/?n=1,x")).numbers("n"))
        .hasMessageContaining("n=1,x");
    assertThatThrownBy(() -> new Query(URI.create("/?broker=here")).address("broker"))
        .hasMessageContaining("host:port");
  }
}
