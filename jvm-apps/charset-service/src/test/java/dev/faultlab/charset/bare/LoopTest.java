package dev.faultlab.charset.bare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.charset.decode.ByName;
import dev.faultlab.charset.decode.Decoding;
import dev.faultlab.charset.decode.Kept;
import dev.faultlab.charset.decode.ProviderLookups;
import dev.faultlab.charset.decode.Sample;
import java.io.UnsupportedEncodingException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The counts that the lab's verdict rests on, on the JDK that runs the tests (17 or later). */
class LoopTest {
  private final ProviderLookups provider = ProviderLookups.onClassPath();

  @Test
  void everyUseIsALookUpWithFourNames() {
    Loop.Used used = decode(new ByName(), "UTF-8", "Shift_JIS", "EUC-JP", "x-faultlab-a");
    assertThat(used.decodes).isEqualTo(400);
    assertThat(used.needing).isEqualTo(100);
    assertThat(used.lookups).hasValue(100);
  }

  @Test
  void noneIsWithTwoNamesOrOneOrKeptCharsets() {
    assertThat(decode(new ByName(), "UTF-8", "x-faultlab-a").lookups).hasValue(0);
    assertThat(decode(new ByName(), "x-faultlab-a").lookups).hasValue(0);
    assertThat(decode(new Kept(), "UTF-8", "Shift_JIS", "EUC-JP", "x-faultlab-a").lookups)
        .hasValue(0);
  }

  /** To remember what was not found is no help against names that come once each. */
  @Test
  void aNameThatIsNewEachTimeIsLookedUpUnlessAllNamesAreKnown() {
    assertThat(decode(new ByName(), "x-invented-#").lookups).hasValue(100);
    assertThat(decode(rememberingMisses(), "x-invented-#").lookups).hasValue(100);
    assertThat(decode(rememberingMisses(), "x-invented").lookups).hasValue(0);
    assertThat(decode(new Kept(), "x-invented-#").lookups).hasValue(0);
  }

  private static Decoding rememberingMisses() {
    Set<String> missed = new HashSet<>();
    return (bytes, name) -> {
      if (missed.contains(name)) {
        throw new UnsupportedEncodingException(name);
      }
      try {
        return new String(bytes, name);
      } catch (UnsupportedEncodingException e) {
        missed.add(name);
        throw e;
      }
    };
  }

  @Test
  void goesThroughTheMixInWholeRounds() {
    Loop standard = new Loop(samples("UTF-8", "EUC-JP", "Shift_JIS"), new Kept(), provider);
    assertThat(standard.decode(400).decodes).isEqualTo(402);
    assertThat(standard.decode(400).needing).isZero();
    Loop mixed = new Loop(samples("UTF-8", "x-faultlab-a", "x-faultlab-b"), new Kept(), provider);
    assertThat(mixed.decode(399).decodes).isEqualTo(600);
    assertThat(mixed.decode(399).needing).isEqualTo(400);
  }

  /** The yardstick: that many forced walks are as many lookups, and each allocates kilobytes. */
  @Test
  void eachForcedWalkIsALookUp() {
    Walk walk = Walk.measure("x-faultlab-a", provider);
    assertThat(walk.lookups).hasValue(walk.forced());
    assertThat(walk.allocatedBytes / walk.forced()).isGreaterThan(1_000);
  }

  @Test
  void aLookUpAllocatesWhatAForcedWalkAllocates() {
    Loop.Used used = decode(new ByName(), "UTF-8", "Shift_JIS", "EUC-JP", "x-faultlab-a");
    Walk walk = Walk.measure("x-faultlab-a", provider);
    double perUse = used.allocatedBytes / 100.0;
    double perWalk = (double) walk.allocatedBytes / walk.forced();
    assertThat(perUse / perWalk).isBetween(0.5, 2.0);
  }

  private Loop.Used decode(Decoding way, String... names) {
    Loop loop = new Loop(samples(names), way, provider);
    loop.decode(100);
    return loop.decode(100);
  }

  private static List<Sample> samples(String... names) {
    return Stream.of(names).map(Sample::in).toList();
  }
}
