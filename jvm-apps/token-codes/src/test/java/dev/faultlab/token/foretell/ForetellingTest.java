package dev.faultlab.token.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.token.generate.CodeSource;
import dev.faultlab.token.generate.Generator;
import dev.faultlab.token.generate.Issuing;
import dev.faultlab.token.plain.PlainServer;
import dev.faultlab.token.plain.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForetellingTest {
  private static final int SEEN = 3 * Foretelling.WINDOW;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 42, -1, Long.MAX_VALUE})
  void tellsTheNextCodesOfARandom(long seed) {
    Random random = new Random(seed);
    List<Integer> seen = codes(SEEN, () -> random.nextInt(CodeSource.CODES));

    RandomState state = Foretelling.after(seen).orElseThrow();
    assertThat(codes(1_000, state::nextCode))
        .isEqualTo(codes(1_000, () -> random.nextInt(CodeSource.CODES)));
  }

  /** Some draw among so many windows is thrown away: 0.02 % of draws are. */
  @Test
  void getsOverDrawsThatAreThrownAway() {
    Random random = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      List<Integer> seen = codes(SEEN, () -> random.nextInt(CodeSource.CODES));
      assertThat(Foretelling.after(seen))
          .as("codes %d to %d", i * SEEN, (i + 1) * SEEN)
          .isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHARED_RANDOM")
  void findsNoStateWhereThereIsNone(Generator generator) {
    assertThat(Foretelling.after(codes(SEEN, generator.open()::next))).isEmpty();
  }

  @Test
  void tellsTheNextCodesOfAService() throws Exception {
    assertThat(result("shared-random").path("hits").asInt()).isEqualTo(5);

    JsonNode secure = result("shared-secure-random");
    assertThat(secure.path("told").asInt(-1)).isZero();
    assertThat(secure.path("looked").asInt()).isEqualTo(SEEN);
    assertThat(secure.path("came")).hasSize(5);

    // What is looked for is a code that is drawn at once. This proves nothing of the others.
    JsonNode digits = result("shared-random/digits");
    assertThat(digits.path("told").asInt(-1)).isZero();
    assertThat(digits.path("looked").asInt()).isEqualTo(SEEN);
  }

  @Test
  void saysHowItIsCalled() {
    assertThatThrownBy(() -> Foretell.main(new String[] {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("usage: foretell URL [FILE]");
  }

  private JsonNode result(String generator) throws Exception {
    Path file = folder.resolve(generator.replace('/', '-') + ".json");
    try (PlainServer server = new PlainServer(new Settings(0, 4), new Issuing(System.out))) {
      String url = "http://127.0.0.1:" + server.port() + "/codes/" + generator;
      Foretell.main(new String[] {url, file.toString()});
    }
    return new ObjectMapper().readTree(file.toFile());
  }

  private static List<Integer> codes(int count, IntSupplier source) {
    return IntStream.range(0, count).map(i -> source.getAsInt()).boxed().toList();
  }
}
