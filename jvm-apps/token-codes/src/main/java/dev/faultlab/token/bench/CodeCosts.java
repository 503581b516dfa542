package dev.faultlab.token.bench;

import dev.faultlab.token.generate.Generator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link CodeCost} at several numbers of threads and writes one table, as text and JSON. */
public final class CodeCosts {
  private CodeCosts() {}

  /**
   * Runs the benchmark.
   *
   * @throws IllegalArgumentException where an option is wrong
   */
  public static void main(String[] arguments) throws IOException, RunnerException {
    BenchOptions options = BenchOptions.parse(arguments);
    if (options.help()) {
      System.out.print(BenchOptions.HELP);
      return;
    }
    List<Cost> costs = new ArrayList<>();
    for (int threads : options.threads()) {
      for (RunResult result : new Runner(jmh(options, threads)).run()) {
        costs.add(cost(result, threads));
      }
    }
    costs.forEach(cost -> System.out.println(cost.line()));
    Optional<Path> json = options.json();
    if (json.isPresent()) {
      Files.write(json.get(), json(costs).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static org.openjdk.jmh.runner.options.Options jmh(BenchOptions options, int threads) {
    TimeValue time = TimeValue.milliseconds(options.millis());
    String[] generators = options.generators().stream().map(Generator::name).toArray(String[]::new);
    return new OptionsBuilder()
        .include(CodeCost.class.getName())
        .param("generator", generators)
        .threads(threads)
        .forks(1)
        .warmupIterations(options.warmUps())
        .warmupTime(time)
        .measurementIterations(options.iterations())
        .measurementTime(time)
        .verbosity(VerboseMode.SILENT)
        .build();
  }

  private static Cost cost(RunResult result, int threads) {
    Result<?> score = result.getPrimaryResult();
    return new Cost(
        Generator.valueOf(result.getParams().getParam("generator")),
        threads,
        score.getScore(),
        score.getScoreError(),
        score.getSampleCount());
  }

  private static String json(List<Cost> costs) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "{\"java\":\"%s\",\"processors\":%d,\"costs\":[",
            System.getProperty("java.runtime.version"),
            Runtime.getRuntime().availableProcessors()));
    for (int i = 0; i < costs.size(); i++) {
      text.append(i == 0 ? "\n" : ",\n").append(costs.get(i).json());
    }
    return text.append("\n]}\n").toString();
  }
}
