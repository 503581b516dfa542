package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Declaration;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Value;
import dev.faultlab.result.Completeness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The team's side of an upgrade, kept in a file for comparison with later candidates. It holds
 * signatures only: trials that are not interleaved with a candidate's prove nothing about speed.
 *
 * @param schema version of the format
 * @param savedAt ISO-8601 instant
 * @param program commit of the program
 * @param machine its class; see {@link #machine}
 * @param from component to version
 * @param form that was run
 * @param labs findings of each
 */
public record Baseline(
    int schema,
    String savedAt,
    String program,
    Map<String, String> machine,
    Map<String, Value> from,
    @JsonProperty("quick") RunForm form,
    List<TeamSide> labs) {

  public static final int SCHEMA = 1;

  /**
   * Reads a file.
   *
   * @throws IOException naming the file when it does not exist or is not a baseline
   */
  public static Baseline read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("no file " + file);
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(BoundedText.read(file));
      if (tree.path("schema").asInt() != SCHEMA || !tree.has("savedAt")) {
        throw new IOException("expected schema " + SCHEMA);
      }
      Baseline read = Json.MAPPER.treeToValue(tree, Baseline.class);
      Completeness.require(read);
      return read;
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": is no baseline: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IOException(file + ": is no baseline: " + e.getMessage(), e);
    }
  }

  /**
   * The class of a machine: exactly what a signature may depend on.
   *
   * @param facts kernel, cpu, cores and memory (as in /proc/meminfo), where known
   */
  public static Map<String, String> machine(Map<String, String> facts) {
    Map<String, String> machine = new TreeMap<>(facts);
    machine.keySet().retainAll(List.of("kernel", "cpu", "cores", "memory"));
    machine.computeIfPresent(
        "memory",
        (key, text) -> Math.round(Long.parseLong(text.replaceAll("\\D", "")) / 1048576.0) + " GiB");
    return machine;
  }

  /** The part of a lab. */
  public Optional<TeamSide> of(String lab) {
    return labs.stream().filter(kept -> kept.lab().equals(lab)).findFirst();
  }

  /**
   * Why it cannot be compared here and now; empty if it can.
   *
   * @param chosen the requested labs
   */
  public Optional<String> refusal(
      String programNow, Map<String, String> machineNow, RunForm formNow, List<Lab> chosen) {
    for (Lab lab : chosen) {
      Optional<TeamSide> kept = of(lab.name());
      if (kept.isEmpty()) {
        return Optional.of(
            "it has lab "
                + String.join(", ", labs.stream().map(TeamSide::lab).toList())
                + " and not "
                + lab.name());
      }
      if (!kept.get().declaration().equals(Declaration.digest(lab.folder()))) {
        return Optional.of("lab " + lab.name() + " has been changed since");
      }
    }
    if (!program.equals(programNow)) {
      return Optional.of("faultlab was at " + program + " and is at " + programNow);
    }
    if (program.contains(" ")) {
      return Optional.of("faultlab is at " + program + ", which may not be the same");
    }
    if (!machine.equals(machineNow)) {
      return Optional.of("it was made on " + machine + ", and this is " + machineNow);
    }
    return form == formNow
        ? Optional.empty()
        : Optional.of(
            form == RunForm.SHORT
                ? "it has the short form only"
                : "it has the full form; ask with --full");
  }
}
