package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a lab's author gets wrong: the message has file, line, key, and a way out. */
class LabRefusalsTest {
  private static final Path COMMON = Path.of("../../images/roles.yaml");
  private static final String LAB = "lab.yaml";
  private static final String DOCKERFILE = "images/counter/Dockerfile";
  private static final String ROLES = "images/roles.yaml";

  @TempDir Path labs;
  private Path folder;

  @BeforeEach
  void soundLab() throws IOException {
    folder = Files.createDirectories(labs.resolve("demo"));
    Files.createDirectories(folder.resolve("images/counter"));
    Files.writeString(
        folder.resolve(LAB),
        """
        lab: demo
        title: A lab whose parts are replaced one by one
        parameters:
          step: {axis: true, default: [1, 3]}
        services:
          app: {expose: [80], x-faultlab: {role: "counter:STEP={step}", memory: 50}}
          peer: {network_mode: "service:app", x-faultlab: {role: netshoot}}
        with: {factor: 2}
        settings: {"app:factor": {with: factor, help: a setting of the app}}
        procedures:
          wait: [{run: [counter], in: app}]
          ask:
            - do: wait
            - {run: [counter, "{factor}"], in: app, stdout: said.json}
        ready: wait
        signatures:
          too-many: {kind: counted-excess, value: "said.json#/value", limit: "said.json#/limit"}
        variants:
          - do: ask
            each:
              twice: {expect: {too-many: {step: {3: present, else: absent}}}}
        metrics: {said: {unit: things, from: "said.json#/value"}}
        provenance: {limit: "said.json#/limit"}
        """);
    Files.writeString(
        folder.resolve(DOCKERFILE), "# a counter\nARG BASE\nFROM ${BASE}\nARG STEP=1\n");
    Files.writeString(
        folder.resolve(ROLES),
        "roles:\n  counter: {versions: {STEP: \"maven:a:b:{STEP}\"}, exact: jre}\n");
  }

  @Test
  void theSoundLabIsRefusedNothing() {
    read();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // LabMapper and what it calls
        "lab.yaml | counter:STEP={step} | counter:{step} | lab.yaml:6: services.app.x-faultlab.role: | as in jre:JDK=21",
        "lab.yaml | lab: demo           | lab: dmo       | lab.yaml:1: lab: 'dmo'        | rename one of them",
        "lab.yaml | with: factor        | with: fctor    | lab.yaml:9: settings.app:factor.with: 'fctor' | did you mean 'factor'?",
        "lab.yaml | - do: wait          | - do: wat      | lab.yaml:13: procedures.ask: do: no procedure 'wat' | did you mean 'wait'?",
        "lab.yaml | - do: wait          | - do: ask      | lab.yaml:13: procedures.ask: do: 'ask' leads back | take out one",
        "lab.yaml | ready: wait         | ready: wiat    | lab.yaml:15: ready 'wiat' is not declared | did you mean 'wait'?",
        "lab.yaml | \"{factor}\"        | \"{fctor}\"    | lab.yaml:14: procedures.ask[1].run[1]: | did you mean 'factor'?",
        "lab.yaml | STEP={step}         | STEP={stp}     | lab.yaml:6: services.app.x-faultlab.role: | did you mean 'step'?",
        "lab.yaml | memory: 50          | memory: \"{mem}\" | lab.yaml:6: services.app.x-faultlab.memory: | known: ",
        "lab.yaml | memory: 50          | memroy: 50     | lab.yaml:6: found the unknown key 'memroy' in services.app.x-faultlab | did you mean 'memory'?",
        "lab.yaml | {step: {3           | {stp: {3       | lab.yaml:21: variant 'twice': expect: 'stp' | did you mean 'step'?",
        "lab.yaml | said: {unit: things, from: \"said | said: {unit: things, from: \"sad | lab.yaml:22: metric 'said': file 'sad.json' | did you mean 'said.json'?",
        "lab.yaml | {limit: \"said      | {limit: \"sid  | lab.yaml:23: provenance 'limit': file 'sid.json' | did you mean 'said.json'?",
        "lab.yaml | default: [1, 3]}    | default: [1, 3], list: 3} | lab.yaml:4: $.parameters.step.list | boolean expected",
        // roles that the declaration asks for
        "lab.yaml | counter:STEP        | conter:STEP    | lab.yaml:6: services.app.x-faultlab.role: no such role: conter | known: debian",
        "lab.yaml | counter:STEP        | counter:STP    | lab.yaml:6: services.app.x-faultlab.role: the role demo/counter has no argument STP | did you mean 'STEP'?",
        "lab.yaml | role: netshoot      | role: netshot  | lab.yaml:7: services.peer.x-faultlab.role: no such role: netshot | did you mean 'netshoot'?",
        // the lab's own images
        "images/counter/Dockerfile | ARG BASE | ARG BSE | images/counter/Dockerfile:2: 'ARG BSE' has no default | did you mean 'base'?",
        "images/roles.yaml | counter: {v | conter: {v | images/roles.yaml:2: the role conter has no recipe | did you mean 'counter'?",
        "images/roles.yaml | {STEP: \"maven:a:b:{STEP} | {STP: \"maven:a:b:{STP} | images/roles.yaml:2: the role demo/counter has no argument STP | did you mean 'STEP'?",
        "images/roles.yaml | a:b:{STEP} | a:b:STEP | images/roles.yaml:2: versions of STEP: | maven:GROUP:ARTIFACT:VERSION",
        "images/roles.yaml | exact: jre | exact: jree | images/roles.yaml:2: no such role: jree | did you mean 'jre'?",
        "images/roles.yaml | exact: jre | exct: jre | images/roles.yaml:2: found the unknown key 'exct' | did you mean 'exact'?",
        "images/roles.yaml | {versions: {STEP: \"maven:a:b:{STEP}\"}, exact: jre} | | images/roles.yaml:2: the role counter declares nothing | write counter: {}",
      })
  void aRefusalNamesPlaceAndWayOut(
      String file, String right, String wrong, String place, String hint) throws IOException {
    Path changed = folder.resolve(file);
    String text = Files.readString(changed);
    assertThat(text).contains(right);
    Files.writeString(changed, text.replace(right, wrong == null ? "" : wrong));

    assertThatThrownBy(this::read).hasMessageContaining("demo/" + place).hasMessageContaining(hint);
  }

  /** What lint does with a declaration and its images. */
  private void read() {
    Lab lab = new LabReader(List.of(labs)).read("demo");
    Roles roles = Roles.read(COMMON, List.of(folder));
    for (Requirement needed : lab.stack().images().values()) {
      try {
        roles.request(
            Requirement.image(Requirement.parse(needed.toString().replace("{step}", "1")))
                .orElseThrow());
      } catch (ImageException e) {
        throw new ImageException(Places.of(lab).of(needed) + ": " + e.getMessage(), e);
      }
    }
  }
}
