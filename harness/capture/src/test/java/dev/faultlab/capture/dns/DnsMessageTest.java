package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DnsMessageTest {
  private final DnsMessage message = new DnsMessage();

  private DnsMessage.State parse(byte[] bytes) {
    return message.parse(bytes, 0, bytes.length, bytes.length);
  }

  private String name() {
    return message.name().text();
  }

  @Test
  void readsHeaderAndQuestion() {
    assertThat(parse(Wire.dnsAnswer(0xbeef, "a.B.c", 28, 3, 0))).isEqualTo(DnsMessage.State.READ);
    assertThat(message.id).isEqualTo(0xbeef);
    assertThat(message.response).isTrue();
    assertThat(message.rcode).isEqualTo(3);
    assertThat(message.type).isEqualTo(28);
    assertThat(name()).isEqualTo("a.b.c");
  }

  @Test
  void readsTheFlags() {
    byte[] notify = Wire.dnsQuery(1, "a", 1);
    parse(notify);
    assertThat(message.opcode).isZero();
    assertThat(message.truncated).isFalse();
    assertThat(message.recursionDesired).isTrue();
    notify[2] = 4 << 3 | 2;
    parse(notify);
    assertThat(message.recursionDesired).isFalse();
    assertThat(message.opcode).isEqualTo(4);
    assertThat(message.truncated).isTrue();
  }

  /** RFC 6891: an OPT record for the root, whose class is the size of the buffer. */
  @Test
  void knowsAQueryWithEdns() {
    byte[] opt = Wire.bytes(0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0);
    byte[] query = Wire.join(Wire.dnsQuery(1, "a", 1), opt);
    parse(query);
    assertThat(message.edns).as("none is announced").isFalse();
    query[11] = 1;
    parse(query);
    assertThat(message.edns).isTrue();
    int type = query.length - 9;
    query[type] = 42;
    parse(query);
    assertThat(message.edns).isFalse();
    query[type] = 41;
    message.parse(query, 0, query.length - 9, query.length);
    assertThat(message.edns).as("cut off").isFalse();
    query[7] = 1;
    parse(query);
    assertThat(message.edns).as("another record is first").isFalse();
  }

  @Test
  void readsRecordsOfAllKinds() {
    byte[] empty = Wire.join(Wire.bytes(0xc0, 12, 0, 16, 0, 1), Wire.u32(7), Wire.u16(0));
    byte[] all = Wire.join(Wire.dnsAnswer(1, "a", 28, 0, 9, "10.0.0.1", "fd00::9"), empty);
    all[7] = 3;
    parse(all);
    assertThat(message.answers().addresses()).hasToString("[10.0.0.1, fd00::9]");
    assertThat(message.answers().minTtl()).hasValue(7);
    assertThat(message.answers().complete()).isTrue();
    message.parse(all, 0, all.length - 1, all.length);
    assertThat(message.answers().complete()).isFalse();
  }

  /** RFC 5936: only the first message of a zone transfer must repeat the question. */
  @Test
  void onlyAnAnswerMayBeWithoutQuestion() {
    byte[] answer = Wire.dnsAnswer(1, "a", 1, 0, 9);
    answer[5] = 0;
    assertThat(parse(answer)).isEqualTo(DnsMessage.State.WITHOUT_QUESTION);
    answer[5] = 2;
    assertThat(parse(answer)).isEqualTo(DnsMessage.State.MALFORMED);
    byte[] query = Wire.dnsQuery(1, "a", 1);
    query[5] = 0;
    assertThat(parse(query)).isEqualTo(DnsMessage.State.MALFORMED);
  }

  /** An address in a record of another type, or of another length, is none. */
  @Test
  void readsNoAddressesFromOtherRecords() {
    byte[] text = Wire.dnsAnswer(1, "a", 1, 0, 9, "10.0.0.1", "fd00::9");
    int records = 12 + 3 + 4;
    text[records + 3] = 16;
    text[records + 16 + 3] = 16;
    parse(text);
    assertThat(message.answers().addresses()).isEmpty();
    assertThat(message.answers().complete()).isTrue();
  }

  @Test
  void refusesCompressionPointersThatDoNotPointBack() {
    for (int target : new int[] {12, 13, 14, 100, 0x3fff}) {
      byte[] loop = Wire.dnsQuery(1, "abc", 1);
      loop[12] = (byte) (0xc0 | target >> 8);
      loop[13] = (byte) target;
      assertThat(parse(loop)).as("pointer to %d", target).isEqualTo(DnsMessage.State.MALFORMED);
    }
    // A label, then a pointer back to that label.
    byte[] loop = Wire.dnsQuery(1, "abc.defghi", 1);
    loop[16] = (byte) 0xc0;
    loop[17] = 12;
    assertThat(parse(loop)).isEqualTo(DnsMessage.State.MALFORMED);
  }

  @Test
  void tellsCutOffFromMalformed() {
    assertThat(message.parse(new byte[11], 0, 11, 12)).isEqualTo(DnsMessage.State.CUT_OFF);
    byte[] whole = Wire.dnsQuery(1, "abc.lab", 1);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThat(message.parse(cut, 0, length, whole.length))
          .as("%d bytes", length)
          .isEqualTo(DnsMessage.State.CUT_OFF);
      assertThat(message.parse(cut, 0, length, length))
          .as("%d bytes on the wire", length)
          .isEqualTo(DnsMessage.State.MALFORMED);
    }
  }

  @Test
  void survivesNoise() {
    Random random = new Random(7);
    byte[] template = Wire.dnsAnswer(1, "abc.lab", 1, 0, 5, "1.2.3.4", "::1");
    int read = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] noise = Arrays.copyOf(template, random.nextInt(template.length + 1));
      for (int flips = random.nextInt(4); flips > 0 && noise.length > 0; flips--) {
        noise[random.nextInt(noise.length)] = (byte) random.nextInt();
      }
      if (parse(noise) == DnsMessage.State.READ) {
        read++;
        assertThat(message.answers().addresses().size()).isLessThan(3);
      }
    }
    assertThat(read).isGreaterThan(10_000);
  }
}
