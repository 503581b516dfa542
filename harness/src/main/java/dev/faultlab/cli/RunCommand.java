package dev.faultlab.cli;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Variant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code faultlab run <lab>}: one subcommand per lab, whose options are the parameters that its
 * lab.yaml declares. So {@code --help} of a lab is always complete, and a new lab needs no code
 * here.
 */
final class RunCommand {
  static final String VARIANTS = "--variants";
  static final String QUICK = "--quick";

  private RunCommand() {}

  /** What carries out a parsed command line. */
  interface Runner {
    int run(Lab lab, CommandLine.ParseResult given) throws Exception;
  }

  static CommandSpec spec(LabReader labs, List<String> names, Runner runner) {
    CommandSpec[] self = new CommandSpec[1];
    CommandSpec run =
        CommandSpec.wrapWithoutInspection(
                (Runnable)
                    () -> {
                      throw noLab(self[0].commandLine(), names);
                    })
            .name("run");
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
    run.usageMessage()
        .description(
            "Runs a lab: starts its stacks, loads them, captures packets, and says whether the"
                + " fault is present where it is expected and absent where it is not.",
            "",
            "Exit status: 0 every variant as expected, 1 a variant contradicts its expectation, 2"
                + " inconclusive, 64 usage, 130 interrupted.");
    run.mixinStandardHelpOptions(true);
    for (String name : names) {
      run.addSubcommand(name, lab(labs, name, runner));
    }
    run.parser().collectErrors(false);
    return run;
  }

  private static CommandLine.ParameterException noLab(CommandLine run, List<String> names) {
    List<String> typed = run.getParseResult().originalArgs();
    String found = typed.size() < 2 ? "a lab is needed" : "no lab '" + typed.get(1) + "'";
    return new CommandLine.ParameterException(
        run, found + "; there are: " + String.join(", ", names));
  }

  private static CommandSpec lab(LabReader labs, String name, Runner runner) {
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
            "Takes about "
                + lab.minutes().full()
                + " minutes, with --quick about "
                + lab.minutes().quick()
                + ".")
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
    spec.addOption(
        OptionSpec.builder(QUICK)
            .arity("0")
            .type(boolean.class)
            .description(
                "fewer variants, values and trials: enough for the verdict, not for effects")
            .build());
    return spec;
  }

  private static CommandLine.Model.ISetter ignoring() {
    return new CommandLine.Model.ISetter() {
      @Override
      public <T> T set(T value) {
        return value;
      }
    };
  }

  private static OptionSpec option(Parameter parameter) {
    String quick =
        parameter.quick().equals(parameter.defaults())
            ? ""
            : "; with --quick " + shown(parameter.quick());
    return OptionSpec.builder("--" + parameter.name())
        .paramLabel(parameter.list() ? "A,B" : parameter.integer() ? "N" : "WORD")
        .arity("1")
        .type(String.class)
        .description(parameter.help() + " (default " + shown(parameter.defaults()) + quick + ")")
        .build();
  }

  private static String shown(List<String> values) {
    return values.isEmpty() ? "none" : String.join(",", values);
  }
}
