package dev.faultlab.exercise;

import dev.faultlab.exercise.Material.JavaSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a learner's class with the compiler of the JDK that faultlab runs on.
 *
 * @param root of the repository, which holds the jars
 */
record JavaBuild(Path root) {
  /**
   * Compiles one file.
   *
   * @param classes folder for the class files; created if needed
   * @return the compiler's complaints, with lines; empty when it compiled
   */
  List<String> compile(Path file, JavaSource source, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      return List.of("this Java has no compiler; start faultlab with a JDK (JAVA_HOME)");
    }
    Files.createDirectories(classes);
    DiagnosticCollector<JavaFileObject> log = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(log, Locale.ENGLISH, StandardCharsets.UTF_8)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      files.setLocationFromPaths(
          StandardLocation.CLASS_PATH, source.with().stream().map(root::resolve).toList());
      String release = Integer.toString(source.release());
      List<String> options = List.of("--release", release, "-Xlint:-options", "-proc:none");
      boolean succeeded =
          compiler.getTask(null, files, log, options, null, files.getJavaFileObjects(file)).call();
      return succeeded
          ? List.of()
          : log.getDiagnostics().stream()
              .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
              .map(d -> problem(file, d))
              .toList();
    }
  }

  private static String problem(Path file, Diagnostic<?> diagnostic) {
    String message = diagnostic.getMessage(Locale.ENGLISH);
    return "%s:%d: %s".formatted(file.getFileName(), diagnostic.getLineNumber(), message);
  }
}
