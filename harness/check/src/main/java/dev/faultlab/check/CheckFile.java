package dev.faultlab.check;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A read and checked {@code faultlab.yaml}.
 *
 * @param file itself
 * @param project that the service is part of
 * @param service that is checked
 * @param calls whom it calls, at least one
 * @param ask makes it call; empty if it calls by itself
 * @param upload makes it call with a large body
 * @param limits time limits of its answers
 * @param from the version in use; the compose file as it is unless given
 * @param to the candidate; empty when one version is checked
 * @param trials of each condition and version
 * @param restart whether the service is started again where a condition is met at its start
 * @param conditions by name, in the order of the file
 */
public record CheckFile(
    Path file,
    ComposeProject project,
    String service,
    List<CalledService> calls,
    Optional<Request> ask,
    Optional<Request> upload,
    TimeLimits limits,
    Side from,
    Optional<Side> to,
    int trials,
    boolean restart,
    Map<String, ConditionEntry> conditions) {

  /** Asks the service of the compose file as it is, under no condition. */
  public CheckFile(Path file, ComposeProject project, Request ask, List<CalledService> calls) {
    this(
        file,
        project,
        ask.service(),
        calls,
        Optional.of(ask),
        Optional.empty(),
        TimeLimits.DEFAULT,
        Side.AS_IT_IS,
        Optional.empty(),
        1,
        false,
        Map.of());
  }

  /** The same, for these conditions only; one that the file does not have is as usual. */
  public CheckFile only(List<String> names) {
    Map<String, ConditionEntry> chosen = new LinkedHashMap<>();
    names.forEach(name -> chosen.put(name, conditions.getOrDefault(name, ConditionEntry.USUAL)));
    return with(chosen);
  }

  /** The same with a shorter pause, unless the file gives one. */
  public CheckFile quick() {
    Map<String, ConditionEntry> quick = new LinkedHashMap<>(conditions);
    for (String idle : List.of("idle-dropped", "idle-reset")) {
      quick.computeIfPresent(idle, (name, asked) -> asked.withDefault("after", "40s"));
    }
    return with(quick);
  }

  private CheckFile with(Map<String, ConditionEntry> others) {
    return new CheckFile(
        file, project, service, calls, ask, upload, limits, from, to, trials, restart, others);
  }

  /** How it is made to call, for reports. */
  public String brief() {
    return ask.map(Request::toString)
        .orElseGet(
            () -> "its own calls every " + limits.callsEvery().orElseThrow().toSeconds() + " s");
  }

  /** The compose file, for messages. */
  public Path compose() {
    return project.file();
  }

  /** In which Compose reads the project. */
  public Path folder() {
    return file.toAbsolutePath().getParent();
  }

  /** The versions in question, one or two. */
  public List<Side> sides() {
    return to.map(candidate -> List.of(from, candidate)).orElse(List.of(from));
  }
}
