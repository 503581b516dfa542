package dev.faultlab.challenge;

import dev.faultlab.challenge.Material.Key;
import dev.faultlab.challenge.Material.Settings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;

/** A file of lines {@code key = value}, as sysctl.conf and server.properties are. */
final class SettingsFile {
  private final Map<String, String> with = new LinkedHashMap<>();
  private final Map<String, String> stack = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private SettingsFile() {}

  /** Reads it; what is wrong with it is among the {@link #problems}. */
  static SettingsFile read(Path file, Settings known) throws IOException {
    Properties lines = new Properties();
    SettingsFile settings = new SettingsFile();
    String name = file.getFileName().toString();
    try (Reader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    } catch (IllegalArgumentException e) {
      settings.problems.add(name + ": " + e.getMessage());
    }
    for (String key : new TreeSet<>(lines.stringPropertyNames())) {
      if (!known.keys().containsKey(key)) {
        settings.problems.add(
            name + ": '" + key + "' cannot be set here; what can is " + known.keys().keySet());
      }
    }
    known.keys().forEach((key, what) -> settings.take(name, key, what, lines));
    return settings;
  }

  private void take(String file, String key, Key what, Properties lines) {
    Optional<String> value =
        Optional.ofNullable(lines.getProperty(key)).map(String::strip).or(what::unset);
    if (value.isEmpty()) {
      problems.add(file + ": there is no line for '" + key + "'");
    } else if (!value.get().matches(what.allows())) {
      problems.add(file + ": " + key + " is '" + value.get() + "', expected " + what.allows());
    } else {
      what.with().ifPresent(name -> with.put(name, value.get()));
      what.stack().ifPresent(name -> stack.put(name, value.get()));
    }
  }

  Map<String, String> with() {
    return with;
  }

  Map<String, String> stack() {
    return stack;
  }

  List<String> problems() {
    return problems;
  }
}
