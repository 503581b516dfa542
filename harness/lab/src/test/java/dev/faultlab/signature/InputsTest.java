package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.signature.Input.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputsTest {
  private static final List<Input> DECLARED =
      List.of(
          Input.required("capture", Kind.CAPTURE, "packets"),
          Input.required("asking", Kind.POINTER, "callers"),
          Input.optional("log", Kind.FILE, "log of strace"),
          Input.optional("words", Kind.TEXT, "what is counted"),
          Input.optional("port", Kind.NUMBER, "the server's"));
  private static final Map<String, String> GOOD =
      Map.of("capture", "dns.pcap", "asking", "a.json#/asking", "port", "9092", "words", "calls");

  @Test
  void nothingToComplainOf() {
    assertThat(problems(Map.of())).isEmpty();
  }

  @Test
  void aNameThatIsMistypedIsToldWithItsNearest() {
    assertThat(problems(Map.of("prot", "9092")))
        .containsExactly(
            "no input 'prot'; did you mean 'port'? Known: capture, asking, log, words, port");
    assertThat(problems(Map.of("server", "a.lab")))
        .containsExactly("no input 'server'; known: capture, asking, log, words, port");
    assertThat(problems(Map.of("askin", "a.json#/x")))
        .containsExactly(
            "no input 'askin'; did you mean 'asking'? Known: capture, asking, log, words, port");
  }

  @Test
  void aMissingInputIsToldWithWhatItIs() {
    assertThat(Inputs.problems(DECLARED, Map.of("capture", "dns.pcap")))
        .containsExactly("input 'asking' is missing: file#/json/pointer, callers");
  }

  @ParameterizedTest
  @CsvSource({
    "asking, a.json",
    "asking, #/asking",
    "asking, a.json#asking",
    "capture, a.json#/asking",
    "log, a.json#",
    "log, ''",
    "words, ' '",
    "port, all",
    "port, 0",
    "port, -1",
    "port, 1.5",
    "port, 1000000000000000000000",
  })
  void aValueOfTheWrongKind(String name, String value) {
    assertThat(problems(Map.of(name, value)))
        .singleElement()
        .asString()
        .startsWith("input '" + name + "' is '" + value + "', expected ");
  }

  @ParameterizedTest
  @CsvSource({
    "asking, a.json#",
    "asking, a.json#/runs/0/a~1b",
    "asking, {file}",
    "asking, 'a.json#/{resolver}/x'",
    "port, {port}",
    "capture, '{capture}.pcap'",
    "log, some log.txt",
  })
  void aValueOfTheRightKind(String name, String value) {
    assertThat(problems(Map.of(name, value))).isEmpty();
  }

  @Test
  void readsWhatIsDeclared() {
    Inputs inputs = Inputs.of(DECLARED, GOOD);
    assertThat(inputs.text("capture")).isEqualTo("dns.pcap");
    assertThat(inputs.text("asking")).isEqualTo("a.json#/asking");
    assertThat(inputs.text("words")).isEqualTo("calls");
    assertThat(inputs.number("port", 1)).isEqualTo(9092);
    assertThat(inputs.has("log")).isFalse();
    assertThatThrownBy(() -> inputs.text("log")).hasMessageContaining("'log', which has no value");
    assertThat(Inputs.of(DECLARED.subList(4, 5), Map.of()).number("port", 1)).isEqualTo(1);
  }

  @Test
  void isNotMadeOfInputsWithProblems() {
    assertThatThrownBy(() -> Inputs.of(DECLARED, Map.of("port", "all")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'port' is 'all'")
        .hasMessageContaining("'capture' is missing");
  }

  private static List<String> problems(Map<String, String> more) {
    Map<String, String> values = new HashMap<>(GOOD);
    values.putAll(more);
    return Inputs.problems(DECLARED, values);
  }
}
