package dev.faultlab.cli;

import dev.faultlab.capture.End;
import dev.faultlab.capture.packet.AnnotatedCopy;
import dev.faultlab.capture.packet.CaptureFiles;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.cure.CureLists;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.FrameComments;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.report.diagnosis.ConnectionPicture;
import dev.faultlab.report.diagnosis.ConnectionTable;
import dev.faultlab.report.diagnosis.DiagnosisJson;
import dev.faultlab.report.diagnosis.DiagnosisText;
import dev.faultlab.report.diagnosis.WiresharkProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab diagnose}: finds the labs' faults in any capture. */
@Command(
    name = "diagnose",
    description = {
      "Looks for the faults of the labs in a capture: pcap or pcapng, plain or packed by gzip, xz or zstd.",
      "Example: ./faultlab diagnose ring-*.pcap --wireshark ~/.config/wireshark/profiles/faultlab"
    },
    exitCodeList = {
      "0:nothing found in the readable part, which may end before a truncated file does",
      "1:findings",
      "2:inconclusive: no capture, nothing to judge in it, or a corrupt one",
      "64:wrong usage, or there is no such file",
      "69:a file cannot be read or written, or unpacking it takes too much memory",
      "70:a fault in faultlab itself, which is no answer"
    })
final class DiagnoseCommand implements Callable<Integer> {
  private static final String STDIN = "-";
  private static final int INTERRUPTED_SECONDS = 2;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = {
        "The capture; - reads standard input.",
        "Several files, or a folder of them, count as one capture that was written in parts."
      })
  private List<String> files = List.of();

  @Option(names = "--json", description = "JSON instead of text (schema/diagnose.schema.json).")
  private boolean json;

  @Option(
      names = "--connections",
      description = {
        "Also list by destination how each connection attempt was answered,",
        "and how each connection ended."
      })
  private boolean connections;

  @Option(
      names = "--picture",
      paramLabel = "OUT.svg",
      description = "Also draw the destinations with most trouble: attempts and ends over time.")
  private Optional<Path> picture = Optional.empty();

  @Option(
      names = "--wireshark",
      paramLabel = "FOLDER",
      description =
          "Also write display filters, buttons and colours of the findings as a Wireshark profile.")
  private Optional<Path> wireshark = Optional.empty();

  @Option(
      names = "--annotate",
      paramLabel = "OUT.pcapng",
      description = "Also write a copy with a comment on each frame that a finding names.")
  private Optional<Path> annotate = Optional.empty();

  @Option(names = "-i", hidden = true)
  private boolean device;

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private final CureLists cures;

  /**
   * @param cures known fixes for a lab's signature
   */
  DiagnoseCommand(InputStream in, PrintStream out, PrintStream err, CureLists cures) {
    this.cures = cures;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    refuseWrongUsage();
    CompletableFuture<Void> done = new CompletableFuture<>();
    if (fromStdin()) {
      // Ctrl-C also ends the program at the other end of the pipe: what it has sent until then is a
      // capture like any other, and is diagnosed.
      Runnable finish =
          () -> done.completeOnTimeout(null, INTERRUPTED_SECONDS, TimeUnit.SECONDS).join();
      Runtime.getRuntime().addShutdownHook(new Thread(finish, "finish"));
    }
    try {
      return examine();
    } finally {
      done.complete(null);
    }
  }

  private boolean fromStdin() {
    return files.contains(STDIN);
  }

  private List<Path> paths() {
    return files.stream().map(Path::of).toList();
  }

  private void refuseWrongUsage() {
    String format = "-i: expected a capture; tcpdump -i %s -U -w - | ./faultlab diagnose -";
    WrongUsage.throwIf(device, format, files.get(0));
    WrongUsage.throwIf(files.contains(""), "found no name, expected a capture file or '-'");
    if (fromStdin() && files.size() > 1) {
      throw new WrongUsage("found '-' and other names, expected standard input alone");
    }
    if (fromStdin() && annotate.isPresent()) {
      throw new WrongUsage(
          "found --annotate with '-', expected a file, because it must be read twice");
    }
    if (!fromStdin() && (files.size() > 1 || annotate.isPresent())) {
      // Each is read twice: first for the order of their times, or last for the copy.
      for (Path file : paths()) {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
          throw new WrongUsage(
              "found " + file + ", which is a pipe or a device, expected files or it alone");
        }
      }
    }
  }

  /** An output may be the capture under another name: a link, or one file of a folder. */
  private void refuseOutputOverInput(List<Path> ordered) throws IOException {
    List<Path> inputs = Stream.concat(ordered.stream(), paths().stream()).distinct().toList();
    List<Path> paths = new ArrayList<>(Stream.concat(annotate.stream(), picture.stream()).toList());
    wireshark.map(WiresharkProfile::files).ifPresent(paths::addAll);
    for (Path output : paths) {
      Optional<Path> same = AtomicFile.sameAs(output, inputs);
      if (same.isPresent()) {
        throw new WrongUsage(
            "found the output %s, which is the capture %s itself, expected another file",
            output, same.get());
      }
    }
  }

  private int examine() {
    String source = fromStdin() ? "standard input" : String.join(" ", files);
    Diagnosis result;
    List<Path> ordered;
    try {
      ordered = fromStdin() ? List.of() : CaptureFiles.inOrder(paths());
      refuseOutputOverInput(ordered);
      source = ordered.size() > 1 ? ordered.size() + " files" : source;
      try (CaptureReader reader =
          fromStdin() ? CaptureReader.of(in) : CaptureReader.open(ordered)) {
        result = Diagnose.run(reader);
      }
      out.print(
          json
              ? DiagnosisJson.of(result, source, cures::against, connections)
              : DiagnosisText.of(result, source, cures::against)
                  + (connections ? ConnectionTable.text(result.ledger()) : ""));
      out.flush();
    } catch (IOException unreadable) {
      String why = why(unreadable);
      if (json) {
        out.print(DiagnosisJson.ofFailure(source, why));
        out.flush();
      }
      err.println("faultlab: cannot read " + source + ": " + why);
      return unreadable instanceof NoSuchFileException ? ExitStatus.USAGE : ExitStatus.UNAVAILABLE;
    }
    if (json && !(result.extent().end() instanceof End.Complete)) { // the text says it itself
      err.println("faultlab: " + source + " is " + result.extent().end().sentence());
    }
    return writeFiles(ordered, result) ? status(result, source) : ExitStatus.UNAVAILABLE;
  }

  /** Writes the additional files; false if that failed. */
  private boolean writeFiles(List<Path> ordered, Diagnosis result) {
    try {
      if (picture.isPresent()) {
        AtomicFile.write(picture.get(), ConnectionPicture.of(result.ledger()));
      }
      if (wireshark.isPresent()) {
        WiresharkProfile.write(wireshark.get(), result);
      }
      if (annotate.isPresent()) {
        try (CaptureReader reader = CaptureReader.open(ordered)) {
          AtomicFile.writeNamed(
              annotate.get(), copy -> AnnotatedCopy.write(reader, copy, FrameComments.of(result)));
        }
      }
      return true;
    } catch (IOException unwritable) {
      err.println("faultlab: cannot write: " + why(unwritable));
      return false;
    }
  }

  /** A broken capture without findings does not count as healthy: its rest was not seen. */
  private int status(Diagnosis result, String source) {
    if (!result.findings().isEmpty()) {
      return ExitStatus.CONTRADICTED;
    }
    if (json && !result.judged()) {
      err.println("faultlab: " + source + ": " + result.nothingToJudge());
    }
    boolean whole = result.judged() && !(result.extent().end() instanceof End.Corrupt);
    return whole ? ExitStatus.OK : ExitStatus.INCONCLUSIVE;
  }

  private static String why(IOException error) {
    return error instanceof NoSuchFileException
        ? "no such file"
        : error.getMessage() == null ? error.toString() : error.getMessage();
  }
}
