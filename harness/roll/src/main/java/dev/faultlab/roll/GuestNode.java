package dev.faultlab.roll;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.lab.Requirement;
import java.util.List;
import java.util.function.Function;

/** Makes a node a guest, with a kernel of its own. Its container keeps the guest's files. */
final class GuestNode {
  private static final String GUEST = "/roll/guest";

  /** Prints the name of the kernel that runs. */
  static final List<String> VERSION = List.of("sh", GUEST, "version");

  static void make(
      ObjectNode node, RollQuestion question, Age age, Function<Requirement, String> images) {
    String kernel = images.apply(new Requirement.Kernel(question.versions().get(age)));
    String root = images.apply(new Requirement.GuestRoot(question.image(age)));
    String kvm = images.apply(new Requirement.KvmDevice());
    node.put("image", images.apply(RollQuestion.VM));
    node.putArray("entrypoint").add("sh").add(GUEST).add("run");
    node.putArray("cap_add").add("NET_ADMIN");
    node.putArray("devices").add("/dev/net/tun").add(kvm + ":/dev/kvm");
    question.form().guest().forEach(node.withObject("/environment")::put);
    ArrayNode files = node.putArray("volumes").add("./guest:" + GUEST + ":ro");
    files.add(kernel + ":/vm/kernel:ro");
    for (String file : List.of("root.sqfs", "root.json")) {
      files.add(root + "/" + file + ":/vm/" + file + ":ro");
    }
  }
}
