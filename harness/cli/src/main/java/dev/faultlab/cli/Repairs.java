package dev.faultlab.cli;

import dev.faultlab.challenge.Challenge;
import dev.faultlab.challenge.ChallengeReader;
import dev.faultlab.challenge.FileInstaller;
import dev.faultlab.challenge.RepairFolder;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.image.GoBuild;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The challenges of all labs, and the folder where a learner works on them. */
final class Repairs {
  private static final String CURRENT = ".current";

  private final Toolbox tools;

  Repairs(Toolbox tools) {
    this.tools = tools;
  }

  /** A challenge with its lab. */
  record Found(Lab lab, Challenge challenge) {}

  /** The root of all work folders, {@code <lab>/<challenge>/}. */
  Path folder() {
    return tools.workspace().root().resolve("repair");
  }

  RepairFolder workplace(Challenge challenge) {
    return RepairFolder.of(folder(), challenge);
  }

  /**
   * A challenge by its names.
   *
   * @throws LabException when it does not exist, with the known ones
   */
  Found find(String lab, String id) {
    Lab read = tools.labs().read(lab);
    return ChallengeReader.challenges(read).stream()
        .filter(challenge -> challenge.id().equals(id))
        .map(challenge -> new Found(read, challenge))
        .findFirst()
        .orElseThrow(
            () ->
                new LabException(
                    "lab "
                        + lab
                        + " has no repair '"
                        + id
                        + "'; known: "
                        + String.join(
                            ", ",
                            ChallengeReader.challenges(read).stream()
                                .map(Challenge::id)
                                .toList())));
  }

  /** The challenge that the learner works on now. */
  void work(Challenge challenge) throws IOException {
    Files.createDirectories(folder());
    AtomicFile.write(folder().resolve(CURRENT), challenge.lab() + " " + challenge.id() + "\n");
  }

  /**
   * The challenge that was begun last.
   *
   * @throws LabException when none was begun
   */
  Found current() throws IOException {
    Path file = folder().resolve(CURRENT);
    if (!Files.exists(file)) {
      throw new LabException("no repair was begun; ./faultlab repair start lists them");
    }
    String[] words = Files.readString(file).strip().split(" ");
    return find(words[0], words[1]);
  }

  FileInstaller fitter() {
    Path root = tools.workspace().root();
    GoBuild go =
        new GoBuild(
            root,
            tools.workspace().cache().directory("repair-go"),
            tools.commands(),
            () -> tools.provisioning().images().image("go", Map.of()),
            tools.environment());
    return new FileInstaller(
        root,
        (file, source, out) -> go.build(file, source.module(), source.at(), source.program(), out));
  }
}
