package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.Wire;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses as text, in order, and of which family. */
class AddressTest {

  private static Address of(String text) {
    byte[] bytes = Wire.address(text);
    ByteBuffer halves = ByteBuffer.wrap(bytes);
    return bytes.length == 4
        ? Address.v4(halves.getInt())
        : new Address(halves.getLong(), halves.getLong());
  }

  /** RFC 5952 4: the longest run of zeros is shortened, the first of equals, one zero never. */
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.0.0.0",
    "255.254.253.252, 255.254.253.252",
    "10.0.128.1, 10.0.128.1",
    "fd00::1, fd00::1",
    "0:0:0:0:0:0:0:1, ::1",
    "1:0:0:0:0:0:0:0, 1::",
    "0:0:0:0:0:0:0:0, ::",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "fe80:0:0:0:abcd:ef01:2345:6789, fe80::abcd:ef01:2345:6789",
  })
  void isWrittenAsPeopleWriteIt(String bytes, String text) {
    assertThat(of(bytes)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true",
    "127.255.255.255, true",
    "126.0.0.1, false",
    "10.127.0.1, false",
    "::1, true",
    "::2, false",
    "1::1, false",
  })
  void knowsLoopback(String text, boolean loopback) {
    assertThat(of(text).isLoopback()).isEqualTo(loopback);
  }

  @Test
  void tellsTheFamiliesApart() {
    assertThat(of("10.0.0.1").isV4()).isTrue();
    assertThat(of("255.255.255.255").isV4()).isTrue();
    assertThat(of("fd00::1").isV4()).isFalse();
    assertThat(new Address(1, of("10.0.0.1").low()).isV4()).isFalse();
    assertThat(new Address(0, 0x1_ffff_0a00_0001L).isV4()).isFalse();
    assertThat(of("10.0.0.1").low()).isEqualTo(Address.mappedLow(0x0a000001));
  }

  @Test
  void areOrderedByTheirBytes() {
    assertThat(
            Stream.of("fd00::2", "10.0.0.2", "200.0.0.1", "::1", "fd00::1", "7000::", "10.0.0.1")
                .map(AddressTest::of)
                .sorted())
        .extracting(Address::toString)
        .containsExactly(
            "::1", "10.0.0.1", "10.0.0.2", "200.0.0.1", "7000::", "fd00::1", "fd00::2");
    assertThat(of("fd00::8000:0:0:1"))
        .isGreaterThan(of("fd00::1"))
        .isEqualTo(of("fd00::8000:0:0:1"));
  }

  @Test
  void areEqualByBothHalves() {
    assertThat(of("fd00::1")).isEqualTo(of("fd00::1")).hasSameHashCodeAs(of("fd00::1"));
    assertThat(of("fd00::1")).isNotEqualTo(of("fd00::2")).isNotEqualTo(of("fd01::1"));
    assertThat(of("fd00::1").equals("fd00::1")).isFalse();
    assertThat(of("fd00::1").hashCode()).isNotEqualTo(of("fd01::1").hashCode());
    assertThat(of("fd00::1").hashCode()).isNotEqualTo(of("fd00::2").hashCode());
  }
}
