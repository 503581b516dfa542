package dev.faultlab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.exercise.Material.JavaSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A learner's class is compiled here, for the oldest JDK that the lab has. */
class JavaBuildTest {
  private static final JavaSource FOR_8 = new JavaSource(8, List.of(), Optional.empty());

  @TempDir private Path root;
  private Path file;
  private Path classes;

  @BeforeEach
  void places() {
    file = root.resolve("Way.java");
    classes = root.resolve("classes");
  }

  @Test
  void classFilesAreOfTheReleaseThatWasAskedFor() throws IOException {
    Files.writeString(file, "package a.b;\npublic class Way {}\n");
    assertThat(new JavaBuild(root).compile(file, FOR_8, classes)).isEmpty();
    byte[] classFile = Files.readAllBytes(classes.resolve("a/b/Way.class"));
    assertThat(classFile[7]).as("major version of JDK 8").isEqualTo((byte) 52);
  }

  @Test
  void whatDoesNotCompileIsNamedWithItsLine() throws IOException {
    Files.writeString(file, "package a.b;\npublic class Way {\n  int a = \"text\";\n}\n");
    assertThat(new JavaBuild(root).compile(file, FOR_8, classes))
        .singleElement()
        .asString()
        .startsWith("Way.java:3: ")
        .contains("String");
  }

  @Test
  void whatTheOldReleaseDoesNotHaveIsRefused() throws IOException {
    Files.writeString(file, "class Way { java.util.List<String> a = java.util.List.of(); }\n");
    assertThat(new JavaBuild(root).compile(file, FOR_8, classes)).isNotEmpty();
  }
}
