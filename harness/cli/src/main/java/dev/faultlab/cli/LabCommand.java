package dev.faultlab.cli;

import dev.faultlab.command.Exclusion;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Choices;
import dev.faultlab.point.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * {@code faultlab run <lab>} and {@code plan <lab>}: one subcommand per lab, whose options are the
 * parameters in its lab.yaml. So {@code --help} of a lab is always complete, and a new lab needs no
 * code here.
 */
final class LabCommand {
  static final String VARIANTS = "--variants";
  static final String FULL = "--full";
  static final String QUICK = "--quick";
  static final String NO_SNAPSHOT = "--no-snapshot";
  static final String LOCKED = "--locked";
  static final String SHARDS = "--shards";
  static final String EVENTS = "--events";
  static final String VERBOSE = "--verbose";

  private LabCommand() {}

  /** The options of both commands besides a lab's parameters. */
  static class Options {
    @Option(
        names = VARIANTS,
        paramLabel = "A,B",
        description = "only these variants; a verdict needs at least one on each side")
    private String variants;

    @Mixin private final Exclusion exclusion = new Exclusion();

    @Option(names = Exclusion.UNTIL_DECIDED, description = Exclusion.UNTIL_DECIDED_HELP)
    private boolean untilDecided;

    @ArgGroup private Form form;

    /** One of the two. */
    private static final class Form {
      @Option(
          names = FULL,
          description = "every variant, value and trial: for the effects; takes long")
      private boolean full;

      @Option(
          names = QUICK,
          description =
              "fewer variants, values and trials: the verdict, and the fault's cost at one point"
                  + " (this is the default)")
      private boolean quick;
    }
  }

  /** The options of {@code run}. */
  @Command
  static final class RunOptions extends Options {
    @Option(
        names = "--shard",
        paramLabel = "I/N",
        description =
            "only the I-th of N parts of the run, for as many machines; auto takes them from"
                + " CI_NODE_INDEX (from 1) or JOB_COMPLETION_INDEX (from 0), and CI_NODE_TOTAL")
    Optional<String> shard = Optional.empty();

    @Option(
        names = LOCKED,
        paramLabel = "RESULT",
        description =
            "do not start unless each image and kernel is the one that this result recorded; a"
                + " run id, a folder or a result file")
    Optional<String> locked = Optional.empty();

    @Option(
        names = NO_SNAPSHOT,
        description = "boot guests and start their services, instead of restoring a snapshot")
    private boolean noSnapshot;

    @Option(
        names = EVENTS,
        description =
            "for programs: print the start of the run and the end of each trial as lines of JSON on"
                + " standard output as they happen; the table goes to standard error")
    boolean events;

    @Option(
        names = VERBOSE,
        description = "print every table at the end, not only what fits a screen")
    boolean verbose;

    GuestStart guests() {
      return noSnapshot ? GuestStart.COLD : GuestStart.FROM_SNAPSHOT;
    }
  }

  /** The options of {@code plan}. */
  @Command
  static final class PlanOptions extends Options {
    @Option(names = "--json", description = "as JSON")
    boolean json;

    @Option(
        names = SHARDS,
        paramLabel = "N",
        description =
            "which shard measures what on N machines (in JSON without this: on as many as are"
                + " useful)")
    Optional<Integer> shards = Optional.empty();
  }

  /** The code that carries out a parsed command line. */
  interface Runner<O> {
    int run(Lab lab, Choices choices, O options) throws Exception;
  }

  /**
   * A command with a subcommand for each lab.
   *
   * @param more options besides the lab's parameters
   * @throws LabException when the declaration of the only lab is broken; among several it must not
   *     hide the others, and is reported when its lab is requested
   */
  static <O> CommandLine of(
      Object command, LabReader labs, List<String> names, Supplier<O> more, Runner<O> runner) {
    CommandLine line = new CommandLine(command);
    for (String name : names) {
      try {
        line.addSubcommand(name, lab(labs.read(name), more.get(), runner));
      } catch (LabException e) {
        if (names.size() == 1) {
          throw e;
        }
      }
    }
    return line;
  }

  static WrongUsage noLab(Optional<String> typed, List<String> names) {
    return new WrongUsage(
        "%s; there are: %s",
        typed.map(lab -> "no lab '" + lab + "'").orElse("a lab is needed"),
        LabReader.listed(names));
  }

  private static <O> CommandSpec lab(Lab lab, O options, Runner<O> runner) {
    CommandSpec[] self = new CommandSpec[1];
    CommandSpec spec =
        CommandSpec.wrapWithoutInspection(
            (Callable<Integer>)
                () ->
                    runner.run(lab, choices(lab, self[0].commandLine().getParseResult()), options));
    self[0] = spec;
    spec.usageMessage()
        .description(
            lab.title() + ".",
            "",
            "'./faultlab plan " + lab.name() + "' estimates the time that it takes here.")
        .footer(
            "",
            "Variants: " + String.join(", ", lab.variants().stream().map(Variant::id).toList()));
    lab.parameters().values().forEach(parameter -> spec.addOption(option(parameter)));
    return spec.addMixin("more", CommandSpec.forAnnotatedObject(options));
  }

  /** The choices on a lab's command line. */
  static Choices choices(Lab lab, ParseResult given) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Parameter parameter : lab.parameters().values()) {
      String text = given.matchedOptionValue("--" + parameter.option(), (String) null);
      if (text != null) {
        values.put(parameter.name(), text);
      }
    }
    Optional<String> rate = given.matchedOptionValue(Exclusion.OPTION, Optional.empty());
    if (rate.isPresent()) {
      int trials = Exclusion.trials(rate.get(), values.containsKey(Lab.TRIALS));
      values.put(Lab.TRIALS, Integer.toString(trials));
    }
    String variants = given.matchedOptionValue(VARIANTS, (String) null);
    Choices choices =
        Choices.typed(
            values,
            variants == null ? List.of() : List.of(variants.split(",", -1)),
            RunForm.of(!given.hasMatchedOption(FULL)));
    return given.hasMatchedOption(Exclusion.UNTIL_DECIDED)
        ? choices.untilDecided(List.of())
        : choices;
  }

  private static OptionSpec option(Parameter parameter) {
    String full =
        parameter.quick().equals(parameter.defaults())
            ? ""
            : "; with --full " + shown(parameter.defaults());
    return OptionSpec.builder("--" + parameter.option())
        .paramLabel(
            parameter.use() != Parameter.Use.ONE ? "A,B" : parameter.integer() ? "N" : "WORD")
        .arity("1")
        .type(String.class)
        .description(
            parameter.help()
                + " (default "
                + shown(parameter.quick())
                + full
                + ")"
                + parameter.range().map(range -> "; " + range).orElse("")
                + (parameter.open() ? "; any that is available, or image:NAME" : ""))
        .build();
  }

  private static String shown(List<Value> values) {
    return values.stream().map(Value::toString).collect(Collectors.joining(","));
  }
}
