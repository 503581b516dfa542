package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Wire;
import org.junit.jupiter.api.Test;

class NameTableTest {

  @Test
  void givesEachNameItsOwnTextAndAlwaysTheSameObject() {
    NameTable table = new NameTable(new MemoryBudget());
    NameReader reader = new NameReader();
    String[] first = new String[5000];
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < first.length; i++) {
        byte[] name = Wire.name("host" + i + ".lab");
        reader.read(name, 0, name.length, 0);
        String text = table.text(reader);
        assertThat(text).isEqualTo("host" + i + ".lab");
        if (round == 0) {
          first[i] = text;
        } else {
          assertThat(text).isSameAs(first[i]);
        }
      }
    }
  }
}
