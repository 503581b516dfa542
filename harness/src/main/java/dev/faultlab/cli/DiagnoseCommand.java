package dev.faultlab.cli;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.End;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.DiagnosisJson;
import dev.faultlab.diagnose.DiagnosisText;
import dev.faultlab.lab.Cure;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab diagnose}: the labs' faults in anybody's capture. */
@Command(
    name = "diagnose",
    mixinStandardHelpOptions = true,
    description = "Looks for the faults of the labs in a capture (pcap or pcapng, also gzip).",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:nothing found in what could be read, which may be all before the end of a truncated file",
      "1:findings",
      "2:nothing could be judged: no capture, no DNS query and no TCP handshake in it, or a corrupt one",
      "64:wrong usage"
    })
final class DiagnoseCommand implements Callable<Integer> {
  private static final String STDIN = "-";
  private static final int FINDINGS = 1;
  private static final int INTERRUPTED_SECONDS = 2;

  @Parameters(paramLabel = "FILE", description = "The capture; - reads standard input.")
  private String file = "";

  @Option(names = "--json", description = "JSON instead of text (schema/diagnose.schema.json).")
  private boolean json;

  @Spec private CommandSpec spec;

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private final BiFunction<String, String, List<Cure>> cures;

  /**
   * @param cures what helps against a signature of a lab
   */
  DiagnoseCommand(
      InputStream in,
      PrintStream out,
      PrintStream err,
      BiFunction<String, String, List<Cure>> cures) {
    this.cures = cures;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (file.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "found no name, expected that of a capture file, or '-'");
    }
    CountDownLatch done = new CountDownLatch(1);
    if (file.equals(STDIN)) {
      // Ctrl-C ends the program at the other end of the pipe as well: what it has sent until then
      // is a capture like any other, and is worth a diagnosis.
      Thread finish = new Thread(() -> awaitUpTo(INTERRUPTED_SECONDS, done), "finish");
      Runtime.getRuntime().addShutdownHook(finish);
    }
    try {
      return examine();
    } finally {
      done.countDown();
    }
  }

  private static void awaitUpTo(int seconds, CountDownLatch done) {
    try {
      done.await(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private int examine() {
    String source = file.equals(STDIN) ? "standard input" : file;
    try (CaptureReader reader = open()) {
      Diagnosis diagnosis = Diagnose.run(reader);
      out.print(
          json
              ? DiagnosisJson.of(diagnosis, source, cures)
              : DiagnosisText.of(diagnosis, source, cures));
      out.flush();
      if (!(diagnosis.end() instanceof End.Complete)) {
        err.println("faultlab: " + source + " is " + diagnosis.end().sentence());
      }
      return status(diagnosis, source);
    } catch (IOException unreadable) {
      String why = why(unreadable);
      if (json) {
        out.print(DiagnosisJson.ofFailure(source, why));
        out.flush();
      }
      err.println("faultlab: cannot read " + source + ": " + why);
      return ExitStatus.INCONCLUSIVE;
    }
  }

  private CaptureReader open() throws IOException {
    if (file.equals(STDIN)) {
      return CaptureReader.of(in);
    }
    if (Files.isDirectory(Path.of(file))) {
      throw new IOException("it is a directory, a capture file was expected");
    }
    return CaptureReader.open(Path.of(file));
  }

  /** A broken capture without findings is not a healthy one: the rest of it was not seen. */
  private int status(Diagnosis diagnosis, String source) {
    if (!diagnosis.findings().isEmpty()) {
      return FINDINGS;
    }
    if (!diagnosis.judged()) {
      err.println("faultlab: " + source + ": " + Diagnosis.NOTHING_TO_JUDGE);
      return ExitStatus.INCONCLUSIVE;
    }
    return diagnosis.end() instanceof End.Corrupt ? ExitStatus.INCONCLUSIVE : ExitStatus.OK;
  }

  private static String why(IOException error) {
    return error instanceof NoSuchFileException
        ? "no such file"
        : error.getMessage() == null ? error.toString() : error.getMessage();
  }
}
