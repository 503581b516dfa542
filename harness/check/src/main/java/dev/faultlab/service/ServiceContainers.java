package dev.faultlab.service;

import dev.faultlab.check.CalledService;
import dev.faultlab.check.CheckFile;
import dev.faultlab.files.BoundedText;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.testcontainers.condition.Caller;
import dev.faultlab.testcontainers.condition.Part;
import dev.faultlab.testcontainers.condition.Parts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a condition does to the containers of a project. The user's own certificates stay as they
 * are.
 */
final class ServiceContainers implements Parts.Containers {
  /** In the router, with a file for each of the user's. */
  private static final String FOLDER = "/faultlab-certificates";

  private static final long POLL_MILLIS = 200;

  private final CheckFile check;
  private final ServiceModel model;
  private final ProjectStack stack;
  private final Addresses ips;
  private final List<Path> files;
  private final Map<String, String> names = new HashMap<>();
  private final Map<Path, byte[]> certificates = new HashMap<>();

  ServiceContainers(CheckFile check, ServiceModel model, ProjectStack stack, Addresses addresses) {
    this.check = check;
    this.model = model;
    this.stack = stack;
    this.ips = addresses;
    this.files = check.project().certificates();
    names.put(addresses.hold(), check.service());
    Addresses.CANARIES.forEach(canary -> names.put(addresses.canary(canary), canary));
  }

  @Override
  public long limit(String client, long nanos) {
    return stack.limitCpu(names.get(client), nanos);
  }

  @Override
  public List<Long> periods(String client) {
    try {
      return stack.cpuPeriods(names.get(client));
    } catch (InterruptedException e) {
      throw ServiceStack.interrupted(e);
    }
  }

  private Part router() {
    return ServiceStack.part(stack, ServiceModel.ROUTER);
  }

  private String inRouter(Path file) {
    return FOLDER + "/" + files.indexOf(file);
  }

  /** Makes certificates of our own, for the containers that are created from now on. */
  void makeCertificates() {
    try {
      for (Path file : files) {
        stack.put(ServiceModel.ROUTER, inRouter(file), BoundedText.read(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    makeCertificate("new");
  }

  private void makeCertificate(String kind) {
    router().run(List.of(Caller.PATH, "certify", FOLDER, kind));
    for (Path file : files) {
      String text = router().run(List.of("cat", inRouter(file)));
      certificates.put(file, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Gives the containers of the project the certificates that we made. */
  void write() {
    if (!certificates.isEmpty()) {
      model.copies().forEach(copy -> stack.unpack(copy.service(), copy.archive(certificates)));
    }
  }

  @Override
  public void certify(String kind) {
    makeCertificate(kind);
    write();
    try {
      for (String name : model.services()) {
        if (restarts(name) && stack.ended(name).isEmpty()) {
          stack.restart(name);
          while (!stack.health(name).matches("|healthy|unhealthy")) {
            Thread.sleep(POLL_MILLIS);
          }
        }
      }
    } catch (InterruptedException e) {
      throw ServiceStack.interrupted(e);
    }
    for (CalledService call : check.calls()) {
      if (restarts(call.service())) {
        String address = ips.target(model.upstreams().indexOf(call.service())) + ":" + call.port();
        router().run(List.of(Caller.PATH, "await", FOLDER, address));
      }
    }
  }

  private boolean restarts(String name) {
    return model.mountsCertificate(name) && !name.equals(check.service());
  }
}
