package dev.faultlab.tools.reference;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.lab.Lab;
import dev.faultlab.machine.PrivateText;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.ReferenceCheck;
import dev.faultlab.run.Rejudgement;
import dev.faultlab.stack.Provenance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.GZIPInputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab dev reference RUN [NAME]}: makes a run a committed result. */
@Command(
    name = "reference",
    description = {
      "Makes a finished run a committed result: its result.json as results/reference/NAME.json, and"
          + " beside it, in results/reference/NAME.zip, the evidence of one trial of each point, captures"
          + " packed. The results commands then accept reference/NAME like a run.",
      "",
      "Refused for a run with uncommitted changes or an unknown commit, also if only its last "
          + "judgement has them; if the kept trials contradict the result; and if a file"
          + " holds a path of this machine or a secret of its environment.",
      "",
      "./faultlab dev reference dns-go/latest"
    },
    exitCodeList = {
      "0:it is ready to be committed",
      "1:refused for the contents of its evidence; earlier files are unchanged",
      "64:there is no such run, or it cannot be a committed result"
    })
public final class ReferenceCommand implements Callable<Integer> {
  private static final int REFUSED = 1;
  private static final long KIBI = 1024;

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "Run id or the beginning of one, LAB/RUN-ID, a folder, LAB/latest.")
  private String run;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "Its name: LAB, or LAB-WORD (default: the lab).")
  private Optional<String> name = Optional.empty();

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  public ReferenceCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    StoredRun.Finished found = new RunStore(tools.workspace().results()).find(run);
    String label = name.orElse(found.lab());
    requireUsable(found, label);
    Path references = tools.workspace().results().resolve(RunStore.REFERENCE);
    Path part = references.resolve("." + label + ".part");
    Files.deleteIfExists(part);
    try {
      Bundle bundle = Bundle.make(found, part);
      List<String> problems = new ArrayList<>(traces(found, bundle));
      Lab lab = tools.labs().read(found.lab());
      ReferenceCheck check =
          ReferenceCheck.of(
              found.result(), bundle, lab, Provenance.commit(tools.workspace().root()));
      problems.addAll(check.differences());
      if (!problems.isEmpty()) {
        problems.forEach(tools.out()::println);
        return REFUSED;
      }
      long bytes = Files.size(part);
      Files.move(part, references.resolve(label + ".zip"), StandardCopyOption.REPLACE_EXISTING);
      AtomicFile.write(references.resolve(label + ".json"), ResultJson.text(found.result()));
      tools
          .out()
          .printf(
              "results/reference/%s.json is run %s; %s.zip has %d of its %d trials, %d KiB%n",
              label,
              found.id(),
              label,
              check.trials(),
              found.result().trials().size(),
              (bytes + KIBI - 1) / KIBI);
      return ExitStatus.OK;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void requireUsable(StoredRun.Finished found, String label) {
    String lab = found.lab();
    if (!label.equals(lab) && !label.matches(lab + "-[a-z0-9-]+")) {
      throw refusal("a result of lab " + lab + " is called " + lab + " or " + lab + "-WORD");
    }
    if (found.committed()) {
      throw refusal(run + " is a committed result already");
    }
    if (!found.hasEvidence()) {
      throw refusal("run " + found.id() + " has no evidence beside its result");
    }
    Map<String, String> provenance = found.result().provenance();
    if (provenance.getOrDefault(Provenance.COMMIT, "").isEmpty()) {
      throw refusal("run " + found.id() + " does not record its commit");
    }
    String changes = provenance.getOrDefault(Provenance.CHANGES, "not known");
    if (!changes.equals(Provenance.NO_CHANGES)) {
      throw refusal(
          "run " + found.id() + " is not of a clean commit: uncommitted changes: " + changes);
    }
    String judge = provenance.get(Rejudgement.JUDGED_BY);
    if (judge != null && !Provenance.isCommitAlone(judge)) {
      throw refusal(
          "run "
              + found.id()
              + " was judged again by "
              + (judge.isEmpty() ? "an unknown commit" : judge)
              + "; judge it with a clean commit: ./faultlab results rejudge "
              + found.id());
    }
  }

  private ParameterException refusal(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  /** Text that must not be published, by file. */
  private List<String> traces(StoredRun.Finished found, Bundle bundle) throws IOException {
    PrivateText traces =
        PrivateText.of(tools.workspace(), System.getProperty("user.home"), tools.environment());
    List<String> problems = new ArrayList<>();
    byte[] result = ResultJson.text(found.result()).getBytes(StandardCharsets.UTF_8);
    traces.findIn(result).ifPresent(what -> problems.add(ResultJson.FILE + " holds " + what));
    for (String file : bundle.files()) {
      traces
          .findIn(plain(bundle.folder().resolve(file)))
          .ifPresent(what -> problems.add(file + " holds " + what));
    }
    return problems;
  }

  private static byte[] plain(Path file) throws IOException {
    if (!file.toString().endsWith(EvidenceFiles.PACKED)) {
      return Files.readAllBytes(file);
    }
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }
}
