package dev.faultlab.cli;

import dev.faultlab.command.Exclusion;
import dev.faultlab.command.WrongUsage;
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
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * {@code faultlab run <lab>} and {@code plan <lab>}: one subcommand per lab, whose options are the
 * parameters in its lab.yaml. So {@code --help} of a lab is always complete, and a new lab needs no
 * code here: {@link RunLab} and {@link PlanLab}.
 */
abstract class LabCommand implements Callable<Integer> {
  static final String VARIANTS = "--variants";
  static final String FULL = "--full";
  static final String QUICK = "--quick";
  static final String NO_SNAPSHOT = "--no-snapshot";
  static final String SHARDS = "--shards";
  static final String EVENTS = "--events";
  static final String VERBOSE = "--verbose";

  @Option(
      names = VARIANTS,
      paramLabel = "A,B",
      description = "only these variants; a verdict needs at least one on each side")
  private String variants;

  @Mixin private final Exclusion exclusion = new Exclusion();

  @Option(names = Exclusion.UNTIL_DECIDED, description = Exclusion.UNTIL_DECIDED_HELP)
  private boolean untilDecided;

  @ArgGroup private Form form;
  @Spec private CommandSpec spec;
  private final Lab lab;

  /** {@code --full} or {@code --quick}, not both. */
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

  LabCommand(Lab lab) {
    this.lab = lab;
  }

  final Lab lab() {
    return lab;
  }

  /** What the command line asks for. */
  final Choices choices() {
    return choices(lab, spec.commandLine().getParseResult());
  }

  /**
   * A command with a subcommand for each lab.
   *
   * @throws LabException when the declaration of the only lab is broken; among several it must not
   *     hide the others, and is reported when its lab is requested
   */
  static CommandLine of(
      Object command, LabReader labs, List<String> names, Function<Lab, LabCommand> each) {
    CommandLine line = new CommandLine(command);
    for (String name : names) {
      try {
        line.addSubcommand(name, each.apply(labs.read(name)).parser());
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
        "%s",
        typed
            .map(lab -> LabReader.unknown(lab, names))
            .orElse("a lab is needed; known: " + String.join(", ", names)));
  }

  private CommandSpec parser() {
    CommandSpec parser = CommandSpec.forAnnotatedObject(this);
    parser
        .usageMessage()
        .description(
            lab.title() + ".",
            "",
            "'./faultlab plan " + lab.name() + "' estimates the time that it takes here.")
        .footer(
            "",
            "Variants: " + String.join(", ", lab.variants().stream().map(Variant::id).toList()));
    lab.parameters().values().forEach(parameter -> parser.addOption(option(parameter)));
    return parser;
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
    boolean untilDecided = given.hasMatchedOption(Exclusion.UNTIL_DECIDED);
    return untilDecided ? choices.untilDecided(List.of()) : choices;
  }

  private static OptionSpec option(Parameter parameter) {
    String full =
        parameter.quick().equals(parameter.defaults())
            ? ""
            : "; with --full " + Value.text(parameter.defaults());
    return OptionSpec.builder("--" + parameter.option())
        .paramLabel(
            parameter.use() != Parameter.Use.ONE ? "A,B" : parameter.isInteger() ? "N" : "WORD")
        .arity("1")
        .type(String.class)
        .description(
            parameter.help()
                + " (default "
                + Value.text(parameter.quick())
                + full
                + ")"
                + parameter.range().map(range -> "; " + range).orElse("")
                + (parameter.isOpen() ? "; any that is available, or image:NAME" : ""))
        .build();
  }
}
