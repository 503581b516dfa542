package dev.faultlab.cli;

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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UnmatchedArgsBinding;
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
  static final String JSON = "--json";
  static final String SHARD = "--shard";
  static final String SHARDS = "--shards";
  static final String EVENTS = "--events";
  static final String VERBOSE = "--verbose";

  private LabCommand() {}

  /** The options of both commands besides a lab's parameters; read from the parse result. */
  static class Options {
    @Option(
        names = VARIANTS,
        paramLabel = "A,B",
        description = "only these variants; a verdict needs at least one on each side")
    private String variants;

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
        names = SHARD,
        paramLabel = "I/N",
        description =
            "only the I-th of N parts of the run, for as many machines; auto takes them from"
                + " CI_NODE_INDEX (from 1) or JOB_COMPLETION_INDEX (from 0), and CI_NODE_TOTAL")
    private String shard;

    @Option(
        names = LOCKED,
        paramLabel = "RESULT",
        description =
            "do not start unless each image and kernel is the one that this result recorded; a"
                + " run id, a folder or a result file")
    private String locked;

    @Option(
        names = NO_SNAPSHOT,
        description = "boot guests and start their services, instead of restoring a snapshot")
    private boolean noSnapshot;

    @Option(
        names = EVENTS,
        description =
            "for programs: print events, packets included, as lines of JSON on standard output as "
                + "they happen; the table goes to standard error")
    private boolean events;

    @Option(
        names = VERBOSE,
        description = "print every table at the end, not only what fits a screen")
    private boolean verbose;
  }

  /** The options of {@code plan}. */
  @Command
  static final class PlanOptions extends Options {
    @Option(names = JSON, description = "as JSON")
    private boolean json;

    @Option(
        names = SHARDS,
        paramLabel = "N",
        description =
            "which shard measures what on N machines (in JSON without this: on as many as are "
                + "useful)")
    private int shards;
  }

  /** The code that carries out a parsed command line. */
  interface Runner {
    int run(Lab lab, ParseResult given) throws Exception;
  }

  /**
   * A command with a subcommand for each lab.
   *
   * @param more options besides the lab's parameters
   */
  static CommandLine of(
      Object command, LabReader labs, List<String> names, Supplier<Options> more, Runner runner) {
    CommandLine line = new CommandLine(command);
    names.forEach(name -> line.addSubcommand(name, lab(labs, name, more, runner)));
    return line;
  }

  static WrongUsage noLab(Optional<String> typed, List<String> names) {
    return new WrongUsage(
        "%s; there are: %s",
        typed.map(lab -> "no lab '" + lab + "'").orElse("a lab is needed"),
        LabReader.listed(names));
  }

  private static CommandSpec lab(
      LabReader labs, String name, Supplier<Options> more, Runner runner) {
    Lab lab;
    try {
      lab = labs.read(name);
    } catch (LabException e) {
      // One broken declaration must not hide the other labs; it is reported when its lab is
      // requested.
      CommandSpec broken =
          CommandSpec.wrapWithoutInspection(
              (Callable<Integer>)
                  () -> {
                    throw e;
                  });
      broken.usageMessage().description("cannot be used: its lab.yaml is broken");
      broken.parser().unmatchedArgumentsAllowed(true);
      return broken.addUnmatchedArgsBinding(
          UnmatchedArgsBinding.forStringArrayConsumer(ignoring()));
    }
    CommandSpec[] self = new CommandSpec[1];
    CommandSpec spec =
        CommandSpec.wrapWithoutInspection(
            (Callable<Integer>) () -> runner.run(lab, self[0].commandLine().getParseResult()));
    self[0] = spec;
    spec.mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(
            lab.title() + ".",
            "",
            "'./faultlab plan " + name + "' estimates the time that it takes here.")
        .footer(
            "",
            "Variants: " + String.join(", ", lab.variants().stream().map(Variant::id).toList()));
    lab.parameters().values().forEach(parameter -> spec.addOption(option(parameter)));
    return spec.addMixin("more", CommandSpec.forAnnotatedObject(more.get()));
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
    String variants = given.matchedOptionValue(VARIANTS, (String) null);
    return Choices.typed(
        values,
        variants == null ? List.of() : List.of(variants.split(",", -1)),
        RunForm.of(!given.hasMatchedOption(FULL)));
  }

  /** How guests start, from a lab's command line. */
  static GuestStart guests(ParseResult given) {
    return given.hasMatchedOption(NO_SNAPSHOT) ? GuestStart.COLD : GuestStart.FROM_SNAPSHOT;
  }

  private static ISetter ignoring() {
    return new ISetter() {
      @Override
      public <T> T set(T value) {
        return value;
      }
    };
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
