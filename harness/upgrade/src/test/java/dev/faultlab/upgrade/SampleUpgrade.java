package dev.faultlab.upgrade;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.servicecheck.CheckResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Questions to the real labs. */
record SampleUpgrade(Upgrade upgrade, Scope scope) {
  static final LabReader LABS = new LabReader(List.of(Path.of("../../labs")));
  static final Lab CHARSET = LABS.read("charset");

  /** Each side as it is typed. */
  static Upgrade of(RunForm form, String from, String... to) {
    return new Upgrade(
        Selector.parse(from).at(),
        Arrays.stream(to).map(text -> Selector.parse(text).at()).toList(),
        form,
        0.1,
        List.of());
  }

  /** What a lab compares for a question; of all variants if none is named. */
  static Scope scope(Upgrade upgrade, Lab lab, String... variants) {
    return new ScopePlanner(upgrade, lab, Optional.empty(), false, Set.of(variants))
        .scope()
        .orElseThrow();
  }

  static SampleUpgrade charset(RunForm form, String from, String... to) {
    Upgrade upgrade = of(form, from, to);
    return new SampleUpgrade(upgrade, scope(upgrade, CHARSET));
  }

  SyntheticRun run() {
    return new SyntheticRun(scope.plan());
  }

  /** The answer by a run, with a cure for one fault. */
  UpgradeResult result(SyntheticRun run) {
    return result(LabComparison.of(upgrade, scope, run.result()));
  }

  UpgradeResult result(LabComparison lab) {
    return result(lab, Optional.empty());
  }

  /** The same with the check of a service. */
  UpgradeResult result(LabComparison lab, Optional<CheckResult> service) {
    NamedCure agent = new NamedCure("agent", "a map in front", "the JVM");
    return UpgradeResult.of(
        "20260102T030405Z-0001",
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:05:05Z",
        upgrade,
        List.of(lab),
        scope.leftOut(),
        List.of(),
        (name, signature) -> signature.equals("provider-lookups") ? List.of(agent) : List.of(),
        service);
  }

  static boolean at(Point point, int jdk) {
    return point.on("jdk").equals(Optional.of(Value.of(jdk)));
  }
}
