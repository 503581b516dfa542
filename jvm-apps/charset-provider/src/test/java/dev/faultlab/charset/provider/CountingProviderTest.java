package dev.faultlab.charset.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CountingProviderTest {
  private static final String LATIN_1 = "d\u00e9j\u00e0 vu";

  @Test
  void theJdkFindsTheProviderOnTheClassPath() {
    assertThat(Charset.forName("x-faultlab-a").getClass()).isEqualTo(TrivialCharset.class);
    assertThat(Charset.forName("X-Faultlab-B").name()).isEqualTo("x-faultlab-b");
  }

  @Test
  void decodesAndEncodesOneByteAsOneCharacter() {
    Charset charset = Charset.forName("x-faultlab-a");
    byte[] bytes = LATIN_1.getBytes(StandardCharsets.ISO_8859_1);
    assertThat(new String(bytes, charset)).isEqualTo(LATIN_1);
    assertThat(LATIN_1.getBytes(charset)).isEqualTo(bytes);
    assertThat("\u6587".getBytes(charset)).isEqualTo(new byte[] {'?'});
  }

  @Test
  void everyQuestionCountsTheUnansweredOnesToo() {
    long before = Lookups.count();
    CountingProvider provider = new CountingProvider();
    assertThat(provider.charsetForName("x-faultlab-a")).isNotNull();
    assertThat(provider.charsetForName("no-such-charset")).isNull();
    assertThat(Lookups.count() - before).isEqualTo(2);
  }

  /** The JDK's cache has two entries, so the third name pushes the first one out. */
  @Test
  void aNameThatTwoOthersHavePushedOutIsAskedForAgain() {
    Charset.forName("x-faultlab-a");
    long before = Lookups.count();
    Charset.forName("x-faultlab-a");
    assertThat(Lookups.count()).as("cached").isEqualTo(before);
    Charset.forName("UTF-16BE");
    Charset.forName("UTF-16LE");
    Charset.forName("x-faultlab-a");
    assertThat(Lookups.count()).as("pushed out").isEqualTo(before + 1);
  }
}
