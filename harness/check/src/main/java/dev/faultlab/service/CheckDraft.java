package dev.faultlab.service;

import dev.faultlab.check.CalledService;
import dev.faultlab.check.CheckFile;
import dev.faultlab.check.ComposeProject;
import dev.faultlab.check.Request;
import dev.faultlab.check.Side;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.LabException;
import dev.faultlab.machine.Progress;
import dev.faultlab.owner.Owner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes a new faultlab.yaml. */
public record CheckDraft(ServiceChecks checks) {
  private static final String DRAFT =
      """
      # Asked by ./faultlab check; docs/how-to/check-file.md explains each key.
      service: %s
      calls: %s  # seen in a capture of one request
      ask: %s
      %s# To compare two versions, name a variable of the compose file:
      # from: {VERSION: ...}
      # to: {VERSION: ...}
      conditions:
        idle-dropped: {}
        address-flip: {}
        slow-dns: {}
        lost-dns: {}
        dead-server: {}
      """;

  /**
   * The text of a new faultlab.yaml: whom the service calls is seen while it answers one request.
   *
   * @param file that will hold it
   * @param files of the project in its folder; empty for those that Compose finds
   * @param profiles that are active; empty for all
   * @throws LabException when the service calls no other service of the project
   */
  public String text(Path file, List<String> files, List<String> profiles, Request ask)
      throws IOException, InterruptedException {
    Path project = file.getParent();
    List<Path> paths = files.stream().map(name -> InnerPath.of(project, name)).toList();
    CheckFile check =
        new CheckFile(file, ComposeProject.of(project, paths, profiles, List.of()), ask, List.of());
    ServiceModel model = new Projects(checks.tools()).preview(check, Side.AS_IT_IS);
    String netshoot = checks.tools().images().image("netshoot", Map.of());
    byte[] caller = checks.caller();
    Path runs = checks.tools().workspace().cache().root();
    RunFolder folder = RunFolder.create(runs, "init", Owner.current().label());
    List<CalledService> calls;
    try (StackLauncher place = new StackLauncher(checks.docker().get(), checks.tools(), folder);
        Progress.Step step = checks.tools().progress().start("Asking " + ask.service(), 1)) {
      calls =
          place.run(
              "init",
              project,
              identity -> model.text(identity, netshoot, netshoot, Map.of()),
              stack -> new CallSearch(check, model, stack, caller).calls(step::note));
      step.advance("done");
    } finally {
      Trees.delete(folder.path());
    }
    String none =
        "%s answered %s without a call to another service of %s; send a request that needs one";
    LabException.throwIf(calls.isEmpty(), none.formatted(ask.service(), ask, check.compose()));
    List<String> words = calls.stream().map(CalledService::toString).toList();
    String merged = files.isEmpty() ? "" : "compose: " + files + "\n";
    merged += profiles.isEmpty() ? "" : "profiles: " + profiles + "\n";
    return DRAFT.formatted(ask.service(), words.size() == 1 ? words.get(0) : words, ask, merged);
  }
}
