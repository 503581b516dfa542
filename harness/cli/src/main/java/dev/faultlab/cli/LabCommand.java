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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code faultlab run <lab>} and its like: one subcommand per lab, whose options are the parameters
 * that its lab.yaml declares. So {@code --help} of a lab is always complete, and a new lab needs no
 * code here.
 *
 * @param name of the command
 * @param description for {@code --help}
 * @param more options beside the lab's parameters
 */
record LabCommand(String name, List<String> description, List<OptionSpec> more) {
  static final String VARIANTS = "--variants";
  static final String FULL = "--full";

  /** What scripts call the default form; the run is no shorter for it. */
  static final String QUICK = "--quick";

  static final String COLD = "--cold";

  static final String LOCKED = "--locked";

  static final String JSON = "--json";

  static final String SHARD = "--shard";

  static final String SHARDS = "--shards";

  static final String EVENTS = "--events";

  /** Carries a lab out. */
  static LabCommand run() {
    return new LabCommand(
        "run",
        List.of(
            "Runs a lab: starts its stacks, loads them, captures packets, and says whether the"
                + " fault is present where it is expected and absent where it is not.",
            "",
            "Exit status: 0 every variant as expected, 1 a variant contradicts its expectation, 2"
                + " inconclusive, 64 usage, 130 interrupted. A shard ends with 0 when it has a result,"
                + " whatever that says: only the whole has a verdict, from ./faultlab merge."),
        List.of(
            OptionSpec.builder(SHARD)
                .paramLabel("I/N")
                .arity("1")
                .type(String.class)
                .description(
                    "only the I-th of N parts of the run, for as many machines; auto takes them"
                        + " from CI_NODE_INDEX (from 1) or JOB_COMPLETION_INDEX (from 0), and"
                        + " CI_NODE_TOTAL")
                .build(),
            OptionSpec.builder(LOCKED)
                .paramLabel("RESULT")
                .arity("1")
                .type(String.class)
                .description(
                    "refuse to start unless each image and kernel is the one that this result"
                        + " recorded; a run id, a folder or a result file")
                .build(),
            OptionSpec.builder(COLD)
                .arity("0")
                .type(boolean.class)
                .description(
                    "let guests boot and their services start; else they go on from a snapshot")
                .build(),
            OptionSpec.builder(EVENTS)
                .arity("0")
                .type(boolean.class)
                .description(
                    "for programs: what happens, packets included, as lines of JSON on standard"
                        + " output while it happens; the table goes to standard error")
                .build()));
  }

  /** Only says what a run would do. */
  static LabCommand plan() {
    return new LabCommand(
        "plan",
        List.of(
            "Lists what a run would do: points, stacks, trials, expectations and the minutes that it"
                + " takes. Starts nothing."),
        List.of(
            OptionSpec.builder(JSON).arity("0").type(boolean.class).description("as JSON").build(),
            OptionSpec.builder(SHARDS)
                .paramLabel("N")
                .arity("1")
                .type(int.class)
                .description(
                    "which shard measures what on N machines (in JSON without this: on as many as can"
                        + " be of use)")
                .build()));
  }

  /** What carries out a parsed command line. */
  interface Runner {
    int run(Lab lab, CommandLine.ParseResult given) throws Exception;
  }

  CommandSpec spec(LabReader labs, List<String> names, Runner runner) {
    CommandSpec[] self = new CommandSpec[1];
    CommandSpec run =
        CommandSpec.wrapWithoutInspection(
                (Runnable)
                    () -> {
                      throw noLab(self[0].commandLine(), names);
                    })
            .name(name);
    self[0] = run;
    run.addPositional(
        CommandLine.Model.PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .type(String.class)
            .paramLabel("LAB")
            .description("which lab")
            .hidden(true)
            .build());
    run.usageMessage().description(description.toArray(String[]::new));
    run.mixinStandardHelpOptions(true);
    for (String lab : names) {
      run.addSubcommand(lab, lab(labs, lab, runner));
    }
    run.parser().collectErrors(false);
    return run;
  }

  private static CommandLine.ParameterException noLab(CommandLine run, List<String> names) {
    String typed = run.getParseResult().matchedPositionalValue(0, "");
    String found = typed.isEmpty() ? "a lab is needed" : "no lab '" + typed + "'";
    return new CommandLine.ParameterException(
        run, found + "; there are: " + String.join(", ", names));
  }

  private CommandSpec lab(LabReader labs, String name, Runner runner) {
    Lab lab;
    try {
      lab = labs.read(name);
    } catch (LabException e) {
      // One broken declaration must not hide the other labs; it is told when this one is asked for.
      CommandSpec broken =
          CommandSpec.wrapWithoutInspection(
              (Callable<Integer>)
                  () -> {
                    throw e;
                  });
      broken.usageMessage().description("cannot be used: its lab.yaml is broken");
      broken.parser().unmatchedArgumentsAllowed(true);
      return broken.addUnmatchedArgsBinding(
          CommandLine.Model.UnmatchedArgsBinding.forStringArrayConsumer(ignoring()));
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
            "Declared to take about "
                + minutes(lab.minutes().quick())
                + ", with --full about "
                + minutes(lab.minutes().full())
                + "; './faultlab plan "
                + name
                + "' says what it takes here.")
        .footer(
            "",
            "Variants: " + String.join(", ", lab.variants().stream().map(Variant::id).toList()));
    for (Parameter parameter : lab.parameters().values()) {
      spec.addOption(option(parameter));
    }
    spec.addOption(
        OptionSpec.builder(VARIANTS)
            .paramLabel("A,B")
            .arity("1")
            .type(String.class)
            .description("only these variants; a verdict needs at least one on each side")
            .build());
    spec.addArgGroup(
        CommandLine.Model.ArgGroupSpec.builder()
            .exclusive(true)
            .multiplicity("0..1")
            .addArg(
                form(FULL, "every variant, value and trial: for the effects, and it takes long"))
            .addArg(
                form(
                    QUICK,
                    "fewer variants, values and trials: the verdict, and what the fault costs at one"
                        + " point (this is the default)"))
            .build());
    more.forEach(spec::addOption);
    return spec;
  }

  /** What was asked for on a lab's command line. */
  static Choices choices(Lab lab, CommandLine.ParseResult given) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : lab.parameters().keySet()) {
      String text = given.matchedOptionValue("--" + name, (String) null);
      if (text != null) {
        values.put(name, text);
      }
    }
    String variants = given.matchedOptionValue(VARIANTS, (String) null);
    return Choices.typed(
        values,
        variants == null ? List.of() : List.of(variants.split(",", -1)),
        RunForm.of(!given.hasMatchedOption(FULL)));
  }

  /** How guests start, by what was asked for on a lab's command line. */
  static GuestStart guests(CommandLine.ParseResult given) {
    return given.hasMatchedOption(COLD) ? GuestStart.COLD : GuestStart.FROM_SNAPSHOT;
  }

  private static CommandLine.Model.ISetter ignoring() {
    return new CommandLine.Model.ISetter() {
      @Override
      public <T> T set(T value) {
        return value;
      }
    };
  }

  private static OptionSpec form(String name, String description) {
    return OptionSpec.builder(name).arity("0").type(boolean.class).description(description).build();
  }

  private static String minutes(int count) {
    return count == 1 ? "1 minute" : count + " minutes";
  }

  private static OptionSpec option(Parameter parameter) {
    String full =
        parameter.quick().equals(parameter.defaults())
            ? ""
            : "; with --full " + shown(parameter.defaults());
    return OptionSpec.builder("--" + parameter.name())
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
