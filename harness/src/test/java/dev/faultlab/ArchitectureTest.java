package dev.faultlab;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** Data flows one way; a package imports only what comes before it on the journey. */
@AnalyzeClasses(packages = "dev.faultlab", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule noPackageKnowsWhatComesAfterIt =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("lab")
          .definedBy("dev.faultlab.lab..")
          .layer("point")
          .definedBy("dev.faultlab.point..")
          .layer("plan")
          .definedBy("dev.faultlab.plan..")
          .layer("stack")
          .definedBy("dev.faultlab.stack..")
          .layer("text")
          .definedBy("dev.faultlab.text..")
          .layer("evidence")
          .definedBy("dev.faultlab.evidence..")
          .layer("trial")
          .definedBy("dev.faultlab.trial..")
          .layer("capture")
          .definedBy("dev.faultlab.capture..")
          .layer("pattern")
          .definedBy("dev.faultlab.pattern..")
          .layer("diagnose")
          .definedBy("dev.faultlab.diagnose..")
          .layer("fact")
          .definedBy("dev.faultlab.fact..")
          .layer("signature")
          .definedBy("dev.faultlab.signature..")
          .layer("effect")
          .definedBy("dev.faultlab.effect..")
          .layer("verdict")
          .definedBy("dev.faultlab.verdict..")
          .layer("result")
          .definedBy("dev.faultlab.result..")
          .layer("shard")
          .definedBy("dev.faultlab.shard..")
          .layer("lesson")
          .definedBy("dev.faultlab.lesson..")
          .layer("cure")
          .definedBy("dev.faultlab.cure..")
          .layer("upgrade")
          .definedBy("dev.faultlab.upgrade..")
          .layer("challenge")
          .definedBy("dev.faultlab.challenge..")
          .layer("bisect")
          .definedBy("dev.faultlab.bisect..")
          .layer("report")
          .definedBy("dev.faultlab.report..")
          .layer("feed")
          .definedBy("dev.faultlab.feed..")
          .layer("classroom")
          .definedBy("dev.faultlab.classroom..")
          .layer("run")
          .definedBy("dev.faultlab.run..")
          .layer("machine")
          .definedBy("dev.faultlab.machine..")
          .layer("image")
          .definedBy("dev.faultlab.image..")
          .layer("kernel")
          .definedBy("dev.faultlab.kernel..")
          .layer("lint")
          .definedBy("dev.faultlab.lint..")
          .layer("site")
          .definedBy("dev.faultlab.site..")
          .layer("cli")
          .definedBy("dev.faultlab.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("classroom")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("feed")
          .mayOnlyBeAccessedByLayers("classroom", "run", "cli")
          .whereLayer("feed")
          .mayOnlyAccessLayers("point", "capture")
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("shard")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("site")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("site", "cli")
          .whereLayer("lesson")
          .mayOnlyBeAccessedByLayers("classroom", "cli")
          .whereLayer("challenge")
          .mayOnlyBeAccessedByLayers("classroom", "cli")
          .whereLayer("bisect")
          .mayOnlyBeAccessedByLayers("report", "cli")
          .whereLayer("cure")
          .mayOnlyBeAccessedByLayers("report", "cli")
          .whereLayer("upgrade")
          .mayOnlyBeAccessedByLayers("bisect", "report", "cli")
          .whereLayer("result")
          .mayOnlyBeAccessedByLayers(
              "lesson",
              "classroom",
              "cure",
              "upgrade",
              "bisect",
              "report",
              "challenge",
              "shard",
              "run",
              "site",
              "cli")
          .whereLayer("verdict")
          .mayOnlyBeAccessedByLayers(
              "result",
              "lesson",
              "classroom",
              "cure",
              "upgrade",
              "report",
              "challenge",
              "shard",
              "run",
              "site",
              "cli")
          .whereLayer("effect")
          .mayOnlyBeAccessedByLayers(
              "plan", "result", "lesson", "cure", "upgrade", "report", "shard", "run", "site",
              "cli")
          .whereLayer("signature")
          .mayOnlyBeAccessedByLayers(
              "verdict",
              "result",
              "lesson",
              "cure",
              "upgrade",
              "bisect",
              "report",
              "challenge",
              "run",
              "cli")
          .whereLayer("fact")
          .mayOnlyBeAccessedByLayers(
              "signature", "effect", "verdict", "lesson", "challenge", "report", "run", "cli")
          .whereLayer("diagnose")
          .mayOnlyBeAccessedByLayers("signature", "cli")
          .whereLayer("trial")
          .mayOnlyBeAccessedByLayers("run", "cli")
          .whereLayer("stack")
          .mayOnlyBeAccessedByLayers("trial", "run", "cli")
          .whereLayer("pattern")
          .mayOnlyBeAccessedByLayers("diagnose", "signature")
          .whereLayer("pattern")
          .mayNotAccessAnyLayer()
          .whereLayer("capture")
          .mayNotAccessAnyLayer()
          .whereLayer("point")
          .mayNotAccessAnyLayer()
          .whereLayer("lab")
          .mayOnlyAccessLayers("point")
          .whereLayer("machine")
          .mayOnlyAccessLayers("text")
          .whereLayer("text")
          .mayNotAccessAnyLayer()
          .whereLayer("image")
          .mayOnlyAccessLayers("machine")
          .whereLayer("kernel")
          .mayOnlyAccessLayers("image", "machine")
          .whereLayer("lint")
          .mayOnlyBeAccessedByLayers("cli");

  @ArchTest
  static final ArchRule noCycles =
      SlicesRuleDefinition.slices().matching("dev.faultlab.(*)..").should().beFreeOfCycles();
}
