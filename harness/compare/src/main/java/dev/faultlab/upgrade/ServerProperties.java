package dev.faultlab.upgrade;

import dev.faultlab.compare.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Setting;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A team's own broker configuration as a side of an upgrade. Settings that labs use are varied;
 * other differences between two files are only listed, because no lab shows their effect.
 */
final class ServerProperties {
  private static final String PREFIX = "kafka:";
  private static final String SIDE = PREFIX + "server.properties=";

  private final List<Lab> labs;

  /** Key to its values in the files; empty if a file lacks it. */
  private final Map<String, Set<String>> values = new TreeMap<>();

  private final List<Properties> files = new ArrayList<>();

  ServerProperties(List<Lab> labs) {
    this.labs = labs;
  }

  /**
   * The sides with settings in place of files; sides without files stay unchanged. What all files
   * have in common is set as well if the labs' default differs.
   *
   * @throws BadQuestion when a file cannot be read, there is only one, or all agree in every
   *     setting that labs use
   */
  List<String> settings(List<String> sides) {
    if (sides.stream().noneMatch(side -> side.startsWith(SIDE))) {
      return sides;
    }
    for (String side : sides) {
      if (!side.startsWith(SIDE)) {
        throw new BadQuestion(side + ": where one side is a server.properties, each is");
      }
    }
    if (sides.size() == 1) {
      throw new BadQuestion(
          sides.get(0) + ": needs a file on the other side too: kafka:server.properties=FILE");
    }
    sides.forEach(side -> files.add(read(Path.of(side.substring(SIDE.length())))));
    files.forEach(file -> file.stringPropertyNames().forEach(key -> values.put(key, all(key))));
    Map<String, Setting> bound = bound();
    List<String> set =
        bound.keySet().stream()
            .filter(key -> !all(bound.get(key)).equals(Set.of(bound.get(key).usual().toString())))
            .toList();
    if (set.stream().allMatch(key -> all(bound.get(key)).size() == 1)) {
      throw new BadQuestion(
          "the files do not differ in the keys that labs use, which are "
              + String.join(", ", bound.keySet())
              + "; what differs is "
              + (differing().isEmpty() ? "nothing" : String.join(", ", differing())));
    }
    return files.stream()
        .map(
            file ->
                set.stream()
                    .map(key -> bound.get(key).name() + "=" + value(file, bound.get(key)))
                    .collect(Collectors.joining(",")))
        .toList();
  }

  /** Differences between the files that no lab can vary. */
  List<LeftOut> leftOut(List<Lab> chosen) {
    List<LeftOut> out = new ArrayList<>();
    Set<String> unbound = new TreeSet<>(differing());
    unbound.removeAll(bound().keySet());
    for (Lab lab : chosen) {
      unbound.forEach(
          key ->
              out.add(new LeftOut(lab.name(), key, "it differs in the files, and no lab uses it")));
    }
    return out;
  }

  private Set<String> differing() {
    return values.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> all(String key) {
    return files.stream().map(file -> file.getProperty(key, "")).collect(Collectors.toSet());
  }

  /** The value of a setting in the files. */
  private Set<String> all(Setting setting) {
    return files.stream().map(file -> value(file, setting)).collect(Collectors.toSet());
  }

  /** Key in the file to setting. */
  private Map<String, Setting> bound() {
    Map<String, Setting> bound = new LinkedHashMap<>();
    for (Lab lab : labs) {
      lab.settings()
          .forEach(
              (name, setting) -> {
                if (name.startsWith(PREFIX)) {
                  bound.putIfAbsent(name.substring(PREFIX.length()), setting);
                }
              });
    }
    return bound;
  }

  /** A missing setting has the lab's default, which is Kafka's own. */
  private static String value(Properties file, Setting setting) {
    return file.getProperty(setting.name().substring(PREFIX.length()), setting.usual().toString())
        .strip();
  }

  private static Properties read(Path file) {
    if (Files.notExists(file)) {
      throw new BadQuestion("no file " + file);
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new BadQuestion(file + " cannot be read: " + e.getMessage());
    }
    return properties;
  }
}
