package dev.faultlab.doctor;

import dev.faultlab.docker.DockerCommand;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Memory;
import dev.faultlab.machine.Versions;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Examines this machine: what faultlab needs and what is available. Changes nothing. */
public record Doctor(Workspace workspace, Commands commands, Kvm kvm) {
  private static final Version ENGINE_NEEDED = Version.parse("20.10");
  private static final Version COMPOSE_NEEDED = Version.parse("2");
  private static final Version MAVEN_NEEDED = Version.parse("3.6.3");
  private static final int JDK_NEEDED = 17;
  private static final int CORES_NEEDED = 2;
  private static final double MEMORY_NEEDED_GIB = 2;

  /** A run does not start with less; see {@code ./faultlab run}. */
  private static final double DISK_GIB = 2;

  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** All findings, in the order in which to fix them. */
  public List<Prerequisite> examine() {
    List<Prerequisite> findings = new ArrayList<>();
    findings.add(processor(System.getProperty("os.name"), System.getProperty("os.arch")));
    Command engine = DockerCommand.of("version", "--format", "{{.Server.Version}}");
    findings.add(program("Docker Engine", ENGINE_NEEDED, "engine", engine));
    Command compose = DockerCommand.of("compose", "version", "--short");
    findings.add(program("Docker Compose", COMPOSE_NEEDED, "compose", compose));
    if (Workspace.packagedCommit(workspace.root()).isEmpty()) {
      Path home = Path.of(System.getProperty("java.home"));
      findings.add(jdk(Runtime.version().feature(), home, bring("jdk")));
      findings.add(program("Maven", MAVEN_NEEDED, "maven", Command.of("mvn", "--version")));
      findings.add(tool("shellcheck", "for make test"));
    }
    findings.add(tool("mmdebstrap", "to build images that cannot be pulled"));
    findings.add(cores(Runtime.getRuntime().availableProcessors()));
    findings.add(memory(Memory.read(Path.of("/proc/meminfo"))));
    findings.add(disk("Disk for results", workspace.root()));
    findings.add(disk("Disk for the engine", engineRoot()));
    findings.add(cache(workspace.cache().root()));
    findings.add(tunnel(Files.exists(Path.of("/dev/net/tun"))));
    findings.add(kvm.examine());
    return List.copyOf(findings);
  }

  static Prerequisite processor(String system, String architecture) {
    String found = system + " " + architecture;
    boolean met = system.equals("Linux") && architecture.equals("amd64");
    return Prerequisite.required(met, "System", found, "Linux on x86-64", "use a virtual machine");
  }

  private String bring(String what) {
    return "sudo " + workspace.root().resolve("harness/scripts/bootstrap") + " " + what;
  }

  private Prerequisite program(String name, Version needed, String bootstrap, Command command) {
    return version(name, needed, commands.run(command.within(LIMIT)), bring(bootstrap));
  }

  /** Judges a program's version output. */
  static Prerequisite version(String name, Version needed, CommandResult run, String fix) {
    String expected = needed + " or newer";
    Optional<Version> found = run.ok() ? Versions.find(run.out()) : Optional.empty();
    if (found.isEmpty()) {
      String text =
          run.ok()
              ? "no version in: " + shortened(run.out().strip())
              : "does not answer: " + shortened(run.tail(1));
      return Prerequisite.required(false, name, text, expected, fix);
    }
    boolean met = found.get().compareTo(needed) >= 0;
    return Prerequisite.required(met, name, found.get().toString(), expected, fix);
  }

  static Prerequisite jdk(int feature, Path home, String fix) {
    boolean hasCompiler = Files.isExecutable(home.resolve("bin/javac"));
    String found = feature + (hasCompiler ? "" : " without a compiler");
    String needed = JDK_NEEDED + " or newer";
    boolean met = feature >= JDK_NEEDED && hasCompiler;
    return Prerequisite.required(met, "JDK", found, needed, fix);
  }

  private Prerequisite tool(String name, String needed) {
    CommandResult run = commands.run(Command.of(name, "--version").within(LIMIT));
    String found = run.ok() ? Versions.find(run.out()).map(Version::toString).orElse("yes") : "no";
    return Prerequisite.optional(run.ok(), name, found, needed, bring(name));
  }

  static Prerequisite cores(int found) {
    String needed = CORES_NEEDED + " or more";
    boolean met = found >= CORES_NEEDED;
    return Prerequisite.optional(
        met, "Cores", String.valueOf(found), needed, "effects will be noisy");
  }

  /** Judges the text of {@code /proc/meminfo}: what is available, not what is free. */
  static Prerequisite memory(String meminfo) {
    String needed = gib(MEMORY_NEEDED_GIB) + " available";
    OptionalLong kibibytes = Memory.available(meminfo);
    if (kibibytes.isEmpty()) {
      return Prerequisite.optional(
          false, "Memory", "unknown", needed, "/proc/meminfo has no MemAvailable");
    }
    double found = kibibytes.getAsLong() / 1024.0 / 1024;
    boolean met = found >= MEMORY_NEEDED_GIB;
    return Prerequisite.required(met, "Memory", gib(found), needed, "stop other programs");
  }

  /** Downloads, kernels and snapshots of guests are in it. */
  private static Prerequisite cache(Path root) {
    return Files.isWritable(existing(root))
        ? disk("Disk for the cache", root)
        : Prerequisite.required(
            false,
            "Disk for the cache",
            root + " cannot be written to",
            "a folder of your own",
            "set another folder with XDG_CACHE_HOME");
  }

  static Prerequisite tunnel(boolean tun) {
    String needed = "for guests: lab syncookie, faultlab vm";
    return Prerequisite.optional(tun, "/dev/net/tun", tun ? "yes" : "no", needed, "modprobe tun");
  }

  /** The folder itself, or the nearest existing one above it. */
  private static Path existing(Path folder) {
    Path absolute = folder.toAbsolutePath();
    return Files.exists(absolute) ? absolute : existing(absolute.getParent());
  }

  private static Prerequisite disk(String name, Path where) {
    try {
      return disk(name, where, Files.getFileStore(existing(where)).getUsableSpace());
    } catch (IOException e) {
      return Prerequisite.optional(false, name, "unknown: " + e.getMessage(), gib(DISK_GIB), "");
    }
  }

  static Prerequisite disk(String name, Path where, long usableBytes) {
    double found = usableBytes / 1024.0 / 1024 / 1024;
    String needed = gib(DISK_GIB) + " free";
    boolean met = found >= DISK_GIB;
    return Prerequisite.required(met, name, gib(found), needed, "make room in " + where);
  }

  /**
   * Where the engine keeps images; our own root if the engine does not report it or is elsewhere.
   */
  private Path engineRoot() {
    CommandResult run =
        commands.run(DockerCommand.of("info", "--format", "{{.DockerRootDir}}").within(LIMIT));
    String output = run.out().strip();
    return run.ok() && output.startsWith("/") ? Path.of(output) : workspace.root();
  }

  private static String gib(double value) {
    return String.format(Locale.ROOT, "%.1f GiB", value);
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
