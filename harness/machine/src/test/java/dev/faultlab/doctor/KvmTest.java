package dev.faultlab.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.doctor.Prerequisite.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KvmTest {

  /** Below some hypervisors every instruction of an ordinary kernel is interpreted. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | flags : fpu vmx ept        | OK       | a processor for it",
        "true  | flags\t\t: fpu svm         | OK       | a processor for it",
        "true  | flags : fpu hypervisor svme | OPTIONAL | without vmx or svm",
        "true  | vmx flags : vnmi           | OPTIONAL | without vmx or svm",
        "false | flags : fpu vmx            | OPTIONAL | no /"
      })
  void aDeviceNeedsAProcessorWithVirtualization(
      boolean device, String cpuinfo, State state, String found, @TempDir Path folder)
      throws IOException {
    Path kvm = folder.resolve("kvm");
    if (device) {
      Files.createFile(kvm);
    }
    Path processors = Files.writeString(folder.resolve("cpuinfo"), "x\n" + cpuinfo + "\nbugs :\n");
    Prerequisite finding = new Kvm(kvm, processors).examine();
    assertThat(finding.state()).isEqualTo(state);
    assertThat(finding.found()).contains(found);
  }
}
