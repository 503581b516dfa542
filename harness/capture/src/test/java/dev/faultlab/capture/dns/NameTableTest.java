package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Wire;
import org.junit.jupiter.api.Test;

class NameTableTest {

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
