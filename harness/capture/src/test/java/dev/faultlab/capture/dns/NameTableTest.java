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

  /** 22,000 bytes, and 170 for each. */
  @Test
  void remembersAsManyNamesAsFit() {
    NameTable table = new NameTable(new MemoryBudget(100_000));
    NameReader reader = new NameReader();
    int remembered = 0;
    for (int i = 0; i < 200; i++) {
      byte[] name = Wire.name(String.format("h%03d.lab", i));
      reader.read(name, 0, name.length, 0);
      String first = table.text(reader);
      remembered += table.text(reader) == first ? 1 : 0;
    }
    assertThat(remembered).isEqualTo(129);
  }
}
