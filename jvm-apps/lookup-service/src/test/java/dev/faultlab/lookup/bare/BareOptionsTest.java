package dev.faultlab.lookup.bare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lookup.resolve.Names;
import dev.faultlab.lookup.resolve.ResolverKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class BareOptionsTest {
  @Command
  private static final class Program {
    @Mixin private BareOptions options;
  }

  static BareOptions parse(String arguments) {
    Program program = new Program();
    CommandLine command = new CommandLine(program);
    BareOptions.registerConverters(command);
    command.parseArgs(arguments.split(" "));
    program.options.validate();
    return program.options;
  }

  @Test
  void withoutOptionsTheFaultIsThere() {
    BareOptions options = parse("--host a.lab");
    assertThat(options.threads()).isEqualTo(List.of(1, 2, 8, 32));
    assertThat(options.names).isEqualTo(Names.SHARED);
    assertThat(options.resolver).isEqualTo(ResolverKind.INETADDRESS);
    assertThat(options.ttl).isZero();
    assertThat(options.flameGraph(1)).isEmpty();
  }

  @Test
  void processesHaveOneThreadEach() {
    assertThat(parse("--host a.lab --processes 8").threads()).isEqualTo(List.of(1));
    assertThat(parse("--host a.lab --processes 8 --threads 1").threads()).isEqualTo(List.of(1));
  }

  @Test
  void severalRoundsHaveAFlameGraphEach() {
    assertThat(parse("--host a.lab --threads 1,8 --flame-graph /e/f.html").flameGraph(8))
        .contains(Path.of("/e/f-8.html"));
    assertThat(parse("--host a.lab --threads 8 --flame-graph /e/f.html").flameGraph(8))
        .contains(Path.of("/e/f.html"));
    assertThat(FlameGraph.collapsed(Path.of("/e/f-8.html"))).hasToString("/e/f-8.collapsed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threads 1 | --host",
        "--host a_b | expected a host name",
        "--host a --names mine | found 'mine', expected shared or per-thread",
        "--host a --resolver jndi | found 'jndi', expected inetaddress or netty or dnsjava",
        "--host a --threads 0 | --threads: found 0, expected 1 to 1024",
        "--host a --threads 1,x | --threads",
        "--host a --ttl -2 | --ttl: found -2, expected -1 to 86400",
        "--host a --call -1 | --call: found -1, expected 0 to 60000",
        "--host a --threads 32 --lookups 31 | --lookups: found 31, expected 32 or more",
        "--host a --processes 65 | --processes: found 65, expected 1 to 64",
        "--host a --processes 8 --threads 8 | found --processes with --threads [8], expected 1",
        "--host a --processes 8 --flame-graph f.html | found --processes with --flame-graph",
        "--host a --thread-kind green | found 'green', expected platform or virtual",
        "--host a --thread-kind virtual --processes 8 | expected neither",
        "--host a --own-lock mine | found 'mine', expected none or fair or unfair",
        "--host a --own-lock fair --processes 8 | expected one of them",
        "--host a --thread-kind virtual --flame-graph f.html | expected neither",
        "--host a --flame-graph f.svg | found 'f.svg', expected a name that ends in .html",
        "--host a --flame-graph a,b.html | without a comma",
        "--host a --nameserver dns.lab:53 | expected an IPv4 address and a port",
      })
  void wrongOptionsAreExplained(String arguments, String message) {
    assertThatThrownBy(() -> parse(arguments)).hasMessageContaining(message);
  }
}
