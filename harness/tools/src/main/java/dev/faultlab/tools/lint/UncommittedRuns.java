package dev.faultlab.tools.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds ids of runs in a document whose results are not in the repository. */
final class UncommittedRuns {
  static final Pattern RUN = Pattern.compile("\\d{8}T\\d{6}Z-[0-9a-f]{4}");

  private final Set<String> committed;

  /**
   * @param committed ids of the runs whose results are in the repository
   */
  UncommittedRuns(Set<String> committed) {
    this.committed = committed;
  }

  /** One complaint for each run that is not committed, in order. */
  List<Complaint> in(String document) {
    List<Complaint> complaints = new ArrayList<>();
    int number = 0;
    for (String line : document.lines().toList()) {
      number++;
      for (Matcher run = RUN.matcher(line); run.find(); ) {
        if (!committed.contains(run.group())) {
          complaints.add(
              new Complaint(number, "run " + run.group() + " is not in results/reference"));
        }
      }
    }
    return complaints;
  }
}
