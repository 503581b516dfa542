package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComposeModelTest {
  private static final StackIdentity IDENTITY =
      new StackIdentity("run-1", "boot.7.1", "demo-1", "198.18.7");

  private static final String LABELS =
      "'faultlab.run': 'run-1', 'faultlab.owner': 'boot.7.1', 'faultlab.stack': 'demo-1'";

  private static final String LIMITS =
      "'pids_limit': 64, 'mem_limit': '1048576', 'security_opt': ['no-new-privileges:true']";

  /** What compose prints of a lab in which all is well. */
  private static final String GOOD =
      """
      {'name': 'demo',
       'services': {
         'app': {'labels': {LABELS}, LIMITS, 'expose': ['8080'],
                 'networks': {'lab': {'ipv4_address': '198.18.7.10'}}},
         'server': {'labels': {LABELS}, LIMITS, 'expose': ['53', '8181'],
                    'networks': {'lab': {'ipv4_address': '198.18.7.53'}}},
         'sniffer': {'labels': {LABELS}, LIMITS, 'network_mode': 'service:app'},
         'k6': {'labels': {LABELS}, LIMITS, 'networks': {'lab': null}}},
       'networks': {
         'lab': {'labels': {LABELS}, 'internal': true, 'ipam': {'config': [
           {'subnet': '198.18.7.0/24'}, {'subnet': 'fd00:fa17::198.18.7.0/120'}]}}},
       'volumes': {'zone': {'labels': {LABELS}}}}
      """;

  @Test
  void knowsServicesByAddressAndEndpoint() {
    ComposeModel model = read(GOOD);

    assertThat(model.problems()).isEmpty();
    assertThat(model.names()).containsExactly("app", "k6", "server", "sniffer");
    assertThat(model.placeholders())
        .as("two exposed ports are no endpoint; a shared network is the other one's address")
        .isEqualTo(
            Map.of(
                "address:app", "198.18.7.10",
                "endpoint:app", "198.18.7.10:8080",
                "address:server", "198.18.7.53",
                "address:sniffer", "198.18.7.10"));
  }

  @Test
  void aServiceInTwoNetworksIsNamedWithEach() {
    ComposeModel model =
        read(
            GOOD.replace(
                "'networks': {'lab': {'ipv4_address': '198.18.7.10'}}",
                "'networks': {'front': {'ipv4_address': '198.18.7.10'},"
                    + " 'back': {'ipv4_address': '198.18.7.130'}}"));

    assertThat(model.placeholders())
        .doesNotContainKey("address:app")
        .containsEntry("address:app.front", "198.18.7.10")
        .containsEntry("endpoint:app.back", "198.18.7.130:8080")
        .containsEntry("address:sniffer.back", "198.18.7.130");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'app': {'labels': {LABELS}       | 'app': {'labels': {}"
            + " | service app has no label faultlab.owner: ${FAULTLAB_OWNER}, faultlab.run: ${FAULTLAB_RUN}, ",
        "'lab': {'labels': {LABELS}       | 'lab': {'labels': {'faultlab.run': 'run-0', 'faultlab.owner': 'boot.7.1'}"
            + " | network lab has no label faultlab.run: ${FAULTLAB_RUN}, faultlab.stack",
        "'zone': {'labels': {LABELS}}     | 'zone': {}"
            + " | volume zone has no label faultlab.owner: ${FAULTLAB_OWNER}",
        "'zone': {                        | 'zone': {'external': true, "
            + " | volume zone is external",
        "'internal': true                 | 'internal': false" + " | network lab is not internal",
        "'subnet': '198.18.7.0/24'        | 'subnet': '198.18.71.0/24'"
            + " | network lab has the fixed range 198.18.71.0/24",
        "'network_mode': 'service:app'    | 'network_mode': 'host'"
            + " | service sniffer is on the host's network",
        "'expose': ['8080']               | 'container_name': 'app'"
            + " | service app has a container_name",
        "'pids_limit': 64 | 'pids_limit': -1 | service app has no pids_limit: 2048, so a program",
        "'mem_limit': '1048576' | 'mem_reservation': '1048576' | service app has no mem_limit: 2g,",
        "no-new-privileges:true | no-new-privileges:false"
            + " | service app has no security_opt: ['no-new-privileges:true'], so",
        "LIMITS, | 'init': true, | service app has no pids_limit: 2048, mem_limit: 2g, security_opt",
        "'expose': ['8080'] | 'ports': [{'target': 80, 'published': '80'}]"
            + " | service app publishes port 80 beyond this machine",
      })
  void saysWhichRuleIsBroken(String what, String replacement, String problem) {
    String good = what.contains("LIMITS") ? GOOD : GOOD.replace("LIMITS", LIMITS);
    assertThat(good).contains(what);

    assertThat(read(good.replace(what, replacement)).problems())
        .isNotEmpty()
        .first()
        .asString()
        .startsWith(problem.strip().replace("['", "[\"").replace("']", "\"]"));
  }

  @Test
  void aPortOnTheLoopbackIsNobodyElses() {
    String loopback = "'ports': [{'target': 80, 'published': '80', 'host_ip': '127.0.0.1'}]";

    assertThat(read(GOOD.replace("'expose': ['8080']", loopback)).problems()).isEmpty();
  }

  private static ComposeModel read(String json) {
    return ComposeModel.parse(
        json.replace("LABELS", LABELS).replace("LIMITS", LIMITS).replace('\'', '"'),
        IDENTITY,
        Map.of());
  }
}
