package dev.faultlab.run;

import java.util.Map;

/**
 * What is kept with a run beside its evidence, for example of which larger run it is a part.
 *
 * @param files name to text, written as soon as the run has its folder
 * @param provenance added to what the result says of machine and program
 */
public record RunNotes(Map<String, String> files, Map<String, String> provenance) {
  public static final RunNotes NONE = new RunNotes(Map.of(), Map.of());
}
