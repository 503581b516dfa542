package dev.faultlab.cli;

import dev.faultlab.challenge.mystery.MysteryStack;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.Shell;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A mystery's stack on the engine of this machine. */
record MysteryScene(OpenStack open, Shell opener) implements MysteryStack {
  @Override
  public Map<String, String> addresses() {
    Map<String, String> addresses = open.stack().placeholders();
    return open.stack().services().values().stream()
        .map(service -> service.name())
        .collect(
            Collectors.toMap(name -> name, name -> addresses.getOrDefault("address:" + name, "")));
  }

  @Override
  public Path folder() {
    return open.folder().path();
  }

  @Override
  public ObservedTrial load(int index) throws IOException, InterruptedException {
    return open.load(index);
  }

  @Override
  public Optional<String> shell(String service, boolean beside)
      throws IOException, InterruptedException {
    try {
      if (beside) {
        opener.beside(service);
      } else {
        opener.in(service);
      }
      return Optional.empty();
    } catch (StackException e) {
      return Optional.of(e.getMessage());
    }
  }
}
