package dev.faultlab.run;

import java.util.Map;

/**
 * Files that are kept with a run beside its evidence, for example which larger run it is part of.
 *
 * @param files name to text, written as soon as the run has its folder
 * @param provenance added to the result's entries on machine and program
 */
public record RunNotes(Map<String, String> files, Map<String, String> provenance) {
  public static final RunNotes NONE = new RunNotes(Map.of(), Map.of());
}
