package dev.faultlab.cure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteLineTest {

  /** Each line was printed by iproute2 6.1, and each command carried out by it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.40 "
            + "| ip route change 192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.40 window 9",
        "192.0.2.0/24 dev bond0 proto kernel scope link src 192.0.2.40 linkdown"
            + "| ip route change 192.0.2.0/24 dev bond0 proto kernel scope link src 192.0.2.40 window 9",
        "100.64.0.0/10 nhid 12 via 192.0.2.1 dev d0 window 65535"
            + "| ip route change 100.64.0.0/10 nhid 12 window 9",
        "default via inet6 fe80::1 dev eth0 | ip -4 route change default via inet6 fe80::1 dev eth0 window 9",
        "2001:db8:1::/48 dev d0 metric 1024 expires 999sec window 5 pref medium"
            + "| ip -6 route change 2001:db8:1::/48 dev d0 metric 1024 expires 999 pref medium window 9",
        "default dev tun0 metric 1024 pref medium"
            + "| ip -6 route change default dev tun0 metric 1024 pref medium window 9",
      })
  void aRouteIsChangedByAllOfItThatIpReads(String line, String command) {
    assertThat(RouteLine.parse(line).change(9)).isEqualTo(command);
  }

  @Test
  void theWindowOfARouteOverSeveralLinksStandsBeforeTheFirstOfThem() {
    RouteLine route =
        RouteLine.parse(
            """
            203.0.113.0/24 proto static metric 100 window 7
            	nexthop via 192.0.2.1 dev d0 weight 1
            	nexthop via 198.51.100.2 dev d1 weight 2 linkdown
            """);
    assertThat(route.change(9))
        .isEqualTo(
            "ip route change 203.0.113.0/24 proto static metric 100 window 9"
                + " nexthop via 192.0.2.1 dev d0 weight 1"
                + " nexthop via 198.51.100.2 dev d1 weight 2");
    assertThat(route.undo()).isEqualTo(route.change(9).replace(" window 9", ""));
  }

  @Test
  void theHopsOfANexthopObjectAreLeftToIt() {
    assertThat(
            RouteLine.parse(
                    "default nhid 3 proto static nexthop via 192.0.2.1 dev d0 weight 1"
                        + " nexthop via inet6 fe80::1 dev d1 weight 1")
                .change(9))
        .isEqualTo("ip route change default nhid 3 proto static window 9");
  }

  @Test
  void anEmptyLineIsRefused() {
    assertThatThrownBy(() -> RouteLine.parse(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found an empty line");
  }
}
