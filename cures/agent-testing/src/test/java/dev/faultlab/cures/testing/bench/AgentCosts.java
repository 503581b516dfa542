package dev.faultlab.cures.testing.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link AgentCost} without each agent, with it and with it switched off, and prints one line
 * of CSV for each.
 */
public final class AgentCosts {
  private static final int FORKS = 3;
  private static final int WARM_UPS = 4;
  private static final int ITERATIONS = 5;
  private static final TimeValue EACH = TimeValue.milliseconds(300);

  private AgentCosts() {}

  /** A benchmark, and the arguments of the agent by the name of the way. */
  private record Question(String agent, String benchmark, Map<String, String> ways) {}

  /**
   * @param args the folder cures/ of the repository
   */
  public static void main(String[] args) throws Exception {
    Path cures = Path.of(args[0]).toAbsolutePath();
    Path hosts = Files.createTempFile("faultlab-hosts", "");
    System.out.println("agent,benchmark,way,ns,low,high,n,jdk");
    try {
      Map<String, String> onOff = ways("on", "", "off", "=enabled=false");
      ask(new Question("charset-agent", "charset", onOff), cures, hosts);
      ask(new Question("charset-agent", "standardCharset", onOff), cures, hosts);
      Map<String, String> policies =
          ways("merge", "", "concurrent", "=policy=concurrent", "off", "=enabled=false");
      ask(new Question("inetaddress-agent", "lookup", policies), cures, hosts);
      ask(new Question("strong-agent", "strong", onOff), cures, hosts);
    } finally {
      Files.delete(hosts);
    }
  }

  private static void ask(Question question, Path cures, Path hosts) throws Exception {
    Path jar = cures.resolve(question.agent()).resolve("target/" + question.agent() + ".jar");
    print(question, "without", run(question, hosts, new String[0]));
    for (Map.Entry<String, String> way : question.ways().entrySet()) {
      print(question, way.getKey(), run(question, hosts, "-javaagent:" + jar + way.getValue()));
    }
  }

  private static Result<?> run(Question question, Path hosts, String... agent) throws Exception {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\.AgentCost\\." + question.benchmark() + "$")
            .forks(FORKS)
            .warmupIterations(WARM_UPS)
            .warmupTime(EACH)
            .measurementIterations(ITERATIONS)
            .measurementTime(EACH)
            .verbosity(VerboseMode.SILENT)
            // What agents and JVMs say would stand between the lines of CSV.
            .output("/dev/null")
            .shouldFailOnError(true)
            .jvmArgsAppend("-Djdk.net.hosts.file=" + hosts, "-Dsun.net.inetaddr.ttl=0")
            .jvmArgsPrepend(agent);
    return new Runner(options.build()).runSingle().getPrimaryResult();
  }

  private static void print(Question question, String way, Result<?> result) {
    double[] interval = result.getStatistics().getConfidenceIntervalAt(0.999);
    System.out.printf(
        Locale.ROOT,
        "%s,%s,%s,%.1f,%.1f,%.1f,%d,%s%n",
        question.agent(),
        question.benchmark(),
        way,
        result.getScore(),
        interval[0],
        interval[1],
        result.getSampleCount(),
        System.getProperty("java.version"));
  }

  private static Map<String, String> ways(String... pairs) {
    Map<String, String> ways = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      ways.put(pairs[i], pairs[i + 1]);
    }
    return ways;
  }
}
