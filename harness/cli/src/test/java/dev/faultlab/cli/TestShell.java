package dev.faultlab.cli;

import dev.faultlab.command.Toolbox;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.ConsoleProgress;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Starts commands as {@code ./faultlab} does, and keeps what the last one printed. */
final class TestShell {
  /** This repository. */
  static final Path CLONE = Path.of("../..").toAbsolutePath().normalize();

  private final Path root;
  private final Path cache;
  private final Commands commands;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private List<Path> outside = List.of();

  /** What is set for the command. */
  final Map<String, String> environment = new HashMap<>();

  TestShell(Path root, Path cache, Commands commands) {
    this.root = root;
    this.cache = cache;
    this.commands = commands;
  }

  /** In this repository, with an empty cache. */
  TestShell() {
    this(CLONE, Path.of("target", "no-cache"), new LocalCommands());
  }

  TestShell(Path root) {
    this(root, root.resolve("cache"), new LocalCommands());
  }

  /** Another JVM of this class path. */
  static ProcessBuilder java(List<String> words) {
    String program = Path.of(System.getProperty("java.home"), "bin/java").toString();
    List<String> command = new ArrayList<>(List.of(program, "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(words);
    return new ProcessBuilder(command);
  }

  /** Labs of this repository in a folder of its own; all, if none is named. */
  static void cloneAt(Path root, String... labs) throws IOException {
    if (labs.length == 0) {
      Files.createSymbolicLink(root.resolve("labs"), CLONE.resolve("labs"));
      Files.createSymbolicLink(root.resolve("rolls"), CLONE.resolve("rolls"));
    }
    for (String lab : labs) {
      Path link = Files.createDirectories(root.resolve("labs")).resolve(lab);
      Files.createSymbolicLink(link, CLONE.resolve("labs").resolve(lab));
    }
    Files.writeString(root.resolve(".commit"), "0123456789abcdef\n");
  }

  TestShell outside(List<Path> folders) {
    outside = folders;
    return this;
  }

  /** Starts any command; words are separated by blanks. */
  int faultlab(String line) {
    return run(words(line));
  }

  int run(List<String> words) {
    return execute(words, tools -> Main.commandLine(tools, words));
  }

  /** Starts a command that the test makes. */
  int run(String name, String line, Function<Toolbox, Object> command) {
    return execute(
        Stream.concat(Stream.of(name), words(line).stream()).toList(),
        tools -> Main.commandLine(Map.of(name, command.apply(tools))));
  }

  private static List<String> words(String line) {
    return Stream.of(line.strip().split(" +")).map(w -> w.equals("''") ? "" : w).toList();
  }

  private int execute(List<String> words, Function<Toolbox, CommandLine> reader) {
    out.reset();
    err.reset();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream progress = new PrintStream(err, true, StandardCharsets.UTF_8);
    PrintWriter errors = new PrintWriter(progress, true);
    Toolbox tools =
        new Toolbox(
            new Workspace(root, new CacheDir(cache)),
            commands,
            ConsoleProgress.of(progress, environment),
            environment,
            print,
            outside);
    return Main.execute(
        () -> reader.apply(tools).setErr(errors).setOut(new PrintWriter(print, true)),
        errors,
        words);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  String output() {
    return out() + err();
  }

  /** The same in one line. */
  String flat() {
    return output().replaceAll("\\s+", " ");
  }
}
