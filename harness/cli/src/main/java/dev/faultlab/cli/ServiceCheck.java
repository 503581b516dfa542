package dev.faultlab.cli;

import dev.faultlab.check.CheckFile;
import dev.faultlab.servicecheck.CheckResult;
import java.io.IOException;

/** Checks a user's service for the commands check and upgrade. */
interface ServiceCheck {
  /**
   * Reads everything and starts nothing.
   *
   * @throws dev.faultlab.lab.LabException when the file or the project cannot be checked
   */
  void require(CheckFile check) throws InterruptedException;

  /**
   * Carries a check out and stores it; prints progress only.
   *
   * @param restart whether the service is started again under each condition, as the file may ask
   */
  CheckResult run(CheckFile check, boolean restart) throws IOException, InterruptedException;

  /** Prints the table of a result. */
  void print(CheckResult result);
}
