package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import org.junit.jupiter.api.Test;

/** The display filters, in Wireshark's syntax. */
class DisplayFilterTest {
  private static final Address ONE = Address.v4(0x0a000001);
  private static final Address SIX = new Address(0x20010db8_00000000L, 1);
  private static final Endpoint SERVER = new Endpoint(Address.v4(0x0a000009), 9092);

  @Test
  void selectsAServersPort() {
    assertThat(DisplayFilter.server(SERVER)).isEqualTo("ip.addr == 10.0.0.9 && tcp.port == 9092");
    assertThat(DisplayFilter.server(new Endpoint(SIX, 80)))
        .isEqualTo("ipv6.addr == 2001:db8::1 && tcp.port == 80");
  }

  @Test
  void selectsLookups() {
    assertThat(DisplayFilter.lookups(ONE)).isEqualTo("dns && ip.addr == 10.0.0.1");
    assertThat(DisplayFilter.lookups(ONE, SERVER))
        .isEqualTo("dns && ip.addr == 10.0.0.1 && ip.addr == 10.0.0.9");
    assertThat(DisplayFilter.lookups(ONE, "a\\b\"c.lab"))
        .isEqualTo("dns && ip.addr == 10.0.0.1 && lower(dns.qry.name) == \"a\\\\b\\\"c.lab\"");
  }
}
