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
    "asking, a.json, false",
    "asking, #/asking, false",
    "asking, a.json#asking, false",
    "asking, a.json#, true",
    "asking, a.json#/runs/0/a~1b, true",
    "asking, {file}, true",
    "asking, 'a.json#/{resolver}/x', true",
    "capture, a.json#/asking, false",
    "capture, '{capture}.pcap', true",
    "log, a.json#, false",
    "log, '', false",
    "log, some log.txt, true",
    "words, ' ', false",
    "port, all, false",
    "port, 0, false",
    "port, -1, false",
    "port, 1.5, false",
    "port, 1000000000000000000000, false",
    "port, {port}, true",
  })
  void aValueHasTheFormOfItsKind(String name, String value, boolean has) {
    String wrong = "input '" + name + "' is '" + value + "', expected ";
    assertThat(problems(Map.of(name, value)))
        .hasSize(has ? 0 : 1)
        .allMatch(problem -> problem.startsWith(wrong));
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
