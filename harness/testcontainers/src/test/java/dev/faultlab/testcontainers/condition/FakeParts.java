package dev.faultlab.testcontainers.condition;

import java.util.ArrayList;
import java.util.List;

/** Parts that only note what they are told, and print what they were given to print. */
final class FakeParts implements Parts {
  final List<String> commands = new ArrayList<>();
  final List<String> corefiles = new ArrayList<>();
  String output = "";

  private String run(List<String> command) {
    commands.add(String.join(" ", command));
    return output;
  }

  @Override
  public Part router() {
    return this::run;
  }

  @Override
  public Part nameServer() {
    return this::run;
  }

  @Override
  public Part canary(boolean bad) {
    return this::run;
  }

  @Override
  public String canaryAddress(boolean bad) {
    return bad ? "192.0.2.41" : "192.0.2.42";
  }

  @Override
  public String nameServerAddress() {
    return "192.0.2.53";
  }

  @Override
  public String secondNameServerAddress() {
    return "192.0.2.54";
  }

  @Override
  public void configureNameServer(String corefile) {
    corefiles.add(corefile);
  }
}
