package dev.faultlab.evidence;

import java.util.Optional;

/**
 * Why a trial could not be carried out.
 *
 * @param message one sentence, with the end of what was said
 * @param crash what broke down by itself, with the end of its log: a service that ended, or a
 *     program of the component under test that ended with an error; empty where the failure may be
 *     anybody's, such as a time limit
 */
public record Failure(String message, Optional<String> crash) {

  @Override
  public String toString() {
    return message;
  }
}
