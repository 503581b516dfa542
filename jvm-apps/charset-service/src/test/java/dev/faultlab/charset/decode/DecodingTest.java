package dev.faultlab.charset.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UnsupportedEncodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DecodingTest {
  private final ProviderLookups provider = ProviderLookups.onClassPath();
  private final Kept kept = new Kept();
  private final ByName byName = new ByName();

  /** The bodies that k6 sends; its script expects these texts' lengths. */
  @Test
  void bothWaysDecodeTheSamplesOfTheLoad() throws Exception {
    JsonNode samples = new ObjectMapper().readTree(Path.of("../../k6/charsets.json").toFile());
    assertThat(samples).isNotEmpty();
    samples
        .properties()
        .forEach(
            entry -> {
              JsonNode sample = entry.getValue();
              byte[] bytes = Base64.getDecoder().decode(sample.get("base64").asText());
              for (Decoding way : new Decoding[] {byName, kept}) {
                assertThat(decoded(way, bytes, entry.getKey()))
                    .as(entry.getKey())
                    .isEqualTo(sample.get("text").asText())
                    .hasSize(sample.get("characters").asInt());
              }
            });
  }

  @Test
  void keptNeverLooksAnythingUp() throws Exception {
    OptionalLong before = provider.count();
    for (int i = 0; i < 10; i++) {
      kept.decode(new byte[] {65}, "x-faultlab-a");
      kept.decode(new byte[] {65}, "X-FAULTLAB-B");
      kept.decode(new byte[] {65}, "Shift_JIS");
      kept.decode(new byte[] {65}, "sjis");
      assertThatThrownBy(() -> kept.decode(new byte[] {65}, "x-invented"))
          .isInstanceOf(UnsupportedEncodingException.class);
    }
    assertThat(provider.since(before)).hasValue(0);
  }

  @Test
  void byNameLooksUpWhatTwoOthersHavePushedOut() throws Exception {
    byName.decode(new byte[] {65}, "x-faultlab-a");
    byName.decode(new byte[] {65}, "Shift_JIS");
    byName.decode(new byte[] {65}, "EUC-JP");
    OptionalLong before = provider.count();
    byName.decode(new byte[] {65}, "x-faultlab-a");
    assertThat(provider.since(before)).hasValue(1);
  }

  @Test
  void anUnknownNameIsNeverRemembered() {
    OptionalLong before = provider.count();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> byName.decode(new byte[] {65}, "x-invented"))
          .isInstanceOf(UnsupportedEncodingException.class);
    }
    assertThat(provider.since(before)).hasValue(3);
  }

  @Test
  void aSampleKnowsWhetherItNeedsAProvider() {
    assertThat(Sample.in("UTF-8").needsProvider()).isFalse();
    assertThat(Sample.in("x-faultlab-a").needsProvider()).isTrue();
    assertThat(Sample.in("x-invented").needsProvider()).isTrue();
    assertThat(Sample.in("x-invented").decode(byName)).isEqualTo(-1);
    assertThat(Sample.in("Shift_JIS").decode(kept)).isPositive();
  }

  @Test
  void aNumberedNameIsAnotherOneAtEveryUse() {
    List<String> names = new ArrayList<>();
    Sample sample = Sample.in("x-invented-#");
    assertThat(sample.needsProvider()).isTrue();
    assertThat(sample.name()).isEqualTo("x-invented-0");
    for (int i = 0; i < 3; i++) {
      assertThat(
              sample.decode(
                  (bytes, name) -> {
                    names.add(name);
                    throw new UnsupportedEncodingException(name);
                  }))
          .isEqualTo(-1);
    }
    assertThat(names).containsExactly("x-invented-0", "x-invented-1", "x-invented-2");
  }

  @Test
  void aSampleNoticesAWrongText() {
    assertThatThrownBy(() -> Sample.in("UTF-8").decode((bytes, name) -> "something else"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("something else");
  }

  private static String decoded(Decoding way, byte[] bytes, String name) {
    // "ascii" is an alias of US-ASCII that every JDK knows.
    try {
      return way.decode(bytes, name);
    } catch (UnsupportedEncodingException e) {
      throw new AssertionError(name + " is unknown to " + way.getClass(), e);
    }
  }
}
