package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.TcpConversation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small captures with a fault, and at least twenty that only look like it, for each finding that
 * asks the ledger. The scenes are in look-alikes.txt: {@link TcpConversation#play}, with
 * shorthands.
 */
class LookAlikesTest {
  private static final int MIN_COUNT = 20;
  private static final Pattern CALL = Pattern.compile("(\\w+)[(](\\d+)(?:,(\\d+))?[)]");

  /** Each step is so many milliseconds after the time in brackets; # is the second number. */
  private static final Map<String, String> SHORTHANDS =
      Map.of(
          "vain", "0s 1000s 3000s",
          "twice", "0s 1000s",
          "works", "0o 1>100 2<100 3c 4>100 5<100 6c",
          "late", "0s 1000s 1000.4a 1000.8c 1001>100 1002<100 1003c",
          "hello", "0o 1h# 2k 3<900 4c",
          "mute", "0o 1h# 2k 9000f",
          "nagle", "0>300 1<200 42c 42.2<800",
          "q", "0?# 5!#",
          "pair", "0?# 0.1?#/28 5!# 6r#/28");

  static String expand(String scene) {
    return CALL.matcher(scene)
        .replaceAll(
            at -> {
              double from = Double.parseDouble(at.group(2));
              return quoted(
                  Arrays.stream(SHORTHANDS.get(at.group(1)).split(" "))
                      .map(step -> step.split("(?<=^[\\d.]{1,9})(?=[^\\d.])", 2))
                      .map(
                          step ->
                              Math.round(10 * (from + Double.parseDouble(step[0]))) / 10.0
                                  + step[1])
                      .collect(Collectors.joining(" "))
                      .replace("#", at.group(3) == null ? "" : at.group(3)));
            });
  }

  private record Row(String finding, String scene, String expected) {}

  private static List<Row> rows() throws IOException {
    String text =
        new String(
            LookAlikesTest.class.getResourceAsStream("look-alikes.txt").readAllBytes(),
            StandardCharsets.UTF_8);
    List<Row> rows = new java.util.ArrayList<>();
    String finding = "";
    for (String line : text.lines().toList()) {
      if (line.startsWith("== ")) {
        finding = line.substring(3);
      } else if (!line.isBlank() && !line.startsWith("# ")) {
        String[] parts = line.split(";");
        rows.add(new Row(finding, parts[0], parts.length > 1 ? parts[1].strip() : "-"));
      }
    }
    return rows;
  }

  static Stream<Arguments> scenes() throws IOException {
    return rows().stream().map(row -> Arguments.of(row.finding, row.scene, row.expected));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void findsTheFaultAndNothingThatOnlyLooksLikeIt(String id, String scene, String expected) {
    String found =
        Diagnosing.of(TcpConversation.play(repeat(expand(scene)))).findings().stream()
            .map(each -> each.id() + ":" + each.confidence())
            .collect(Collectors.joining(" "));
    String all =
        expected.equals("-") ? "" : expected.replaceAll("(?<!:)\\b(CERTAIN|LIKELY)", id + ":$1");
    assertThat(found).isEqualTo(all);
  }

  /** {@code 20x[...]step} repeats what is in brackets, each so many milliseconds later. */
  private static String repeat(String scene) {
    return Pattern.compile("(\\d+)x\\[([^]]*)](\\d+)")
        .matcher(scene)
        .replaceAll(
            at -> {
              StringBuilder all = new StringBuilder();
              for (int n = 0; n < Integer.parseInt(at.group(1)); n++) {
                int later = n * Integer.parseInt(at.group(3));
                String some = at.group(2).replace("NN", String.valueOf(n + 10));
                all.append(
                        Pattern.compile("(?<![\\w/#@:.*])([\\d.]+)(?=[a-zA-Z?!<>+-])")
                            .matcher(some)
                            .replaceAll(t -> "" + (Double.parseDouble(t.group(1)) + later)))
                    .append(' ');
              }
              return quoted(all.toString());
            });
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text);
  }

  @Test
  void eachOfTheFindingsHasTwentyLookAlikes() throws IOException {
    Map<String, Long> silent =
        rows().stream()
            .filter(row -> !row.expected.matches("CERTAIN|LIKELY"))
            .collect(Collectors.groupingBy(Row::finding, Collectors.counting()));
    assertThat(silent)
        .hasSize(10)
        .allSatisfy((id, count) -> assertThat(count).as(id).isGreaterThanOrEqualTo(MIN_COUNT));
  }

  @Test
  void saysHowManyAttemptsAreCountedAndWhatWasHeardMeanwhile() {
    assertThat(Diagnosing.of(TcpConversation.play(repeat(expand("300x[vain(0) |]10")))).findings())
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.why())
                    .containsPattern(
                        "are of 1\\d\\d of 300 connections to it: the last and a random sample"));
    String refused = "0s 1i13 | vain(0) 1i4 | vain(5000) | vain(10000)";
    assertThat(Diagnosing.of(TcpConversation.play(expand(refused))).findings())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).contains("1 of 4 attempts", "in frame 3)"));
    String tooLarge = expand("vain(0) 1i4 | vain(5000) 5001i4 | vain(10000)");
    assertThat(Diagnosing.of(TcpConversation.play(tooLarge)).findings())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).contains("3 attempts").doesNotContain("ICMP"));
    Diagnosing.onlyUndecided(
        Diagnosing.of(TcpConversation.play(expand("vain(0) | vain(5000) | vain(10000) | 20000s"))),
        FindingId.UNANSWERED_ATTEMPTS,
        "no segment of any server");
    String scan = "25x[@10.0.1.NN vain(0) |]100";
    Diagnosing.onlyUndecided(
        Diagnosing.of(TcpConversation.play(repeat(expand(scan)))),
        FindingId.UNANSWERED_ATTEMPTS,
        "10.0.0.1 sent SYNs to 25 addresses and ports, of which 0 answered");
    String some = expand("vain(0) | vain(9000) | vain(18000) | works(1500)");
    assertThat(Diagnosing.of(TcpConversation.play(some)).findings())
        .singleElement()
        .satisfies(each -> assertThat(each.not()).contains("while 1 of them waited"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0o 25x[nagle(10)]50 ; The server, 10.0.0.9:80, held a part of its data back 25 times",
        "0o 25x[10>200 51k 51.2>800 53<300]90 ; The client, 10.0.0.1:40000, held a part of its data back 25 times",
        "2x[mute(0,1750) |]20000 | hello(9500,290) | hello(29500,290) ; Their segments were acknowledged",
        "2x[0o 1h1750 5000+302 9000f |]20000 | hello(9500,290) | hello(29500,290) ; not even the segments were",
        "2x[0o 1h1750 2k 9000f | 0o 1h1750 9000f |]20000 | hello(9500,290) | hello(29500,290) ; At some or all of them",
        "3x[works(0) |]9000 | late(1000) | late(12000) | late(23000) | 40000o 3x[40001>100*2 40100k]500 ; 5 of 27 segments",
        "vain(0) | vain(5000) | vain(10000) | works(1500) | works(6500) | works(11500) ; 3 attempts",
        "6x[works(0) |]9000 | late(1000) | late(12000) | late(23000) ; the slowest 1 s after the first one. Then the answer came as soon as usual. Of the data of these connections 0 of 30 segments",
      })
  void saysWhatHappenedHowOftenAndToWhom(String scene, String why) {
    assertThat(Diagnosing.of(TcpConversation.play(repeat(expand(scene)))).findings())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).contains(why));
  }
}
