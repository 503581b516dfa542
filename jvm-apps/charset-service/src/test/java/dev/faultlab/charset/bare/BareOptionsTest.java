package dev.faultlab.charset.bare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.charset.decode.Way;
import org.junit.jupiter.api.Test;

class BareOptionsTest {

  @Test
  void readsWhatIsGivenAndKnowsTheRest() {
    BareOptions options = parse("--mix", "UTF-8,x-faultlab-a", "--way", "kept", "--uses", "40");
    assertThat(options.mix()).containsExactly("UTF-8", "x-faultlab-a");
    assertThat(options.way()).isEqualTo(Way.KEPT);
    assertThat(options.uses()).isEqualTo(40);
    assertThat(options.warmUp()).isEqualTo(3_000);
    assertThat(options.json()).isEmpty();
  }

  @Test
  void refusesWithWhatWasFoundAndWhatWasExpected() {
    refuses("--mix is missing", "--way", "name");
    refuses("--way is missing", "--mix", "UTF-8");
    refuses("found the way 'both', expected name or kept", "--mix", "UTF-8", "--way", "both");
    refuses("found 'UTF-8,'", "--mix", "UTF-8,", "--way", "name");
    refuses("found '0'", "--mix", "UTF-8", "--way", "name", "--uses", "0");
    refuses("found '--jars'", "--jars", "3");
    refuses("found '--json'", "--mix", "UTF-8", "--way", "name", "--json");
  }

  private static void refuses(String message, String... arguments) {
    assertThatThrownBy(() -> parse(arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static BareOptions parse(String... arguments) {
    return BareOptions.parse(arguments);
  }
}
