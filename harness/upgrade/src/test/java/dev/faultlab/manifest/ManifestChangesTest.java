package dev.faultlab.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which version became which. */
class ManifestChangesTest {

  @ParameterizedTest(name = "from {0} to {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "17          | 17          | ''",
        "17          | 21          | 17 to 21",
        "17.0.1 17.0.2 | 17.0.2 17.0.3 | 17 to 17, 17 to 17",
        "21 17       | 21 21       | 17 to 21",
        "11 17       | 17 21       | 11 to 17, 17 to 21",
        "17 21 11    | 21 17 25    | 11 to 25",
        "11 17       | 21          | 11 to 21, 17 to 21",
        "17          | 21 25       | 17 to 21, 17 to 25",
        "8 11        | 17 21       | 8 to 17, 11 to 21",
        "8 11 17     | 21 25       | '? replaces several versions; the file does not say which one'",
        "17          | 17 17       | ''",
        "17          | 17 21       | '? is new here; there is nothing to compare it with'",
        "17 21       | 17          | '? is no longer here'",
      })
  void aVersionBecomesAnother(String old, String after, String expected)
      throws IOException, InterruptedException {
    ManifestChanges read =
        changes(Map.of("Dockerfile", from(old)), Map.of("Dockerfile", from(after)));
    List<String> all = new ArrayList<>();
    read.moves().forEach(m -> all.add(m.from().version() + " to " + m.to().version()));
    read.unclear().stream().map(u -> "? " + u.why()).distinct().forEach(all::add);
    assertThat(String.join(", ", all)).isEqualTo(expected);
  }

  private static String from(String versions) {
    return List.of(versions.split(" ")).stream()
        .map(version -> "FROM eclipse-temurin:" + version + "-jre\n")
        .collect(Collectors.joining());
  }

  @Test
  void aPropertyOfAParentMovesItsChildren() throws IOException, InterruptedException {
    String root = "<project><artifactId>p</artifactId><properties><k>%s</k></properties></project>";
    String child =
        "<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>1</version>"
            + "</parent><dependencies><dependency><groupId>g</groupId><artifactId>k</artifactId>"
            + "<version>${k}</version></dependency></dependencies></project>";
    ManifestChanges read =
        changes(
            Map.of("pom.xml", root.formatted("1"), "a/pom.xml", child),
            Map.of("pom.xml", root.formatted("2"), "a/pom.xml", child));
    assertThat(read.moves())
        .singleElement()
        .satisfies(
            move -> {
              assertThat(move.component()).isEqualTo("lib:g:k");
              assertThat(move.to().version()).isEqualTo("2");
              assertThat(move.to().place()).hasToString("pom.xml:1");
            });
  }

  @Test
  void aParentOutsideTheRepositoryIsNotLookedFor() throws IOException, InterruptedException {
    String child =
        "<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>%s</version>"
            + "<relativePath>../../../etc/passwd</relativePath></parent></project>";
    ManifestChanges read =
        changes(Map.of("pom.xml", child.formatted("1")), Map.of("pom.xml", child.formatted("2")));
    assertThat(read.moves()).extracting(Move::component).containsExactly("lib:g:p");
  }

  @Test
  void whatIsNotReadIsNamedAndTheRestIsRead() throws IOException, InterruptedException {
    Map<String, String> old = new HashMap<>(Map.of("Dockerfile", from("17"), "a.Dockerfile", ""));
    Map<String, String> after =
        Map.of(
            "Dockerfile",
            from("21"),
            "build.gradle.kts",
            "",
            "a.Dockerfile",
            arguments(2000),
            "chart/values.yaml",
            "image: {tag: 1}",
            "package.json",
            "{}",
            "src/A.java",
            "");
    ManifestChanges read = changes(old, after);
    assertThat(read.moves()).hasSize(1);
    assertThat(read.unclear())
        .extracting(u -> u.place().path() + " " + u.why())
        .containsExactlyInAnyOrder(
            "build.gradle.kts changed, and its form is not read; faultlab executes no build",
            "package.json changed, and its form is not read; faultlab executes no build",
            "chart/values.yaml changed, and no image: NAME:TAG is in it; faultlab executes no build",
            "a.Dockerfile has more than 1000 ARGs");
  }

  @Test
  void anotherDebianUnderADistrolessImageIsOneChange() throws IOException, InterruptedException {
    String image = "FROM gcr.io/distroless/%s:nonroot";
    for (String name : List.of("static-debian%s", "java21-debian%s")) {
      ManifestChanges read =
          changes(
              Map.of("Dockerfile", image.formatted(name.formatted(12))),
              Map.of("Dockerfile", image.formatted(name.formatted(13))));
      assertThat(read.moves()).hasSize(1);
      assertThat(read.unclear()).isEmpty();
    }
  }

  @Test
  void argumentsThatGrowWithoutEndAreGivenUp() throws IOException, InterruptedException {
    String big =
        IntStream.range(1, 200)
            .mapToObj(i -> "ARG A%d=${A%d}${A%d}\n".formatted(i, i - 1, i - 1))
            .collect(Collectors.joining("", "ARG A0=openjdk\n", "FROM $A199\n"));
    ManifestChanges read = changes(Map.of("Dockerfile", from("17")), Map.of("Dockerfile", big));
    assertThat(read.unclear())
        .extracting(Unclear::why)
        .anyMatch(why -> why.endsWith("becomes too long"));
  }

  private static String arguments(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "ARG A" + i + "=1\n")
        .collect(Collectors.joining());
  }

  @Test
  void aChangeOfThousandsOfFilesIsReadInPart() throws IOException, InterruptedException {
    Map<String, String> old = new HashMap<>();
    Map<String, String> after = new HashMap<>();
    for (int i = 0; i < ManifestChanges.MAX_FILES + 7; i++) {
      old.put(i + "/.java-version", "17");
      after.put(i + "/.java-version", "21");
    }
    old.put("z/values.yaml", "image: {tag: 1}");
    after.put("z/values.yaml", "image: {tag: 2}");
    ManifestChanges read = changes(old, after);
    assertThat(read.moves()).hasSize(ManifestChanges.MAX_FILES);
    assertThat(read.unclear())
        .extracting(Unclear::why)
        .containsExactly("8 more files to read; at most 500 are read");
  }

  /** An invented scanner: a line is a version of one library; {@code !} is what it cannot read. */
  private static Map<String, Reading> scan(Map<String, String> texts) {
    return texts.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                file -> {
                  Place place = Place.of(file.getKey());
                  return new Reading(
                      file.getValue()
                          .lines()
                          .filter(line -> line.matches("\\d+"))
                          .map(version -> Mention.library("npm/a", version, place))
                          .toList(),
                      file.getValue().contains("!")
                          ? List.of(new Unclear(place, Unclear.FILE, "is broken"))
                          : List.of(),
                      Optional.empty());
                }));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "yarn.lock | 1 | 2 | 1 to 2 in yarn.lock",
        "a/Cargo.lock | 1 | 2! | 1 to 2 in a/Cargo.lock, a/Cargo.lock: file is broken",
        "a/Cargo.lock | ! | 2! | 'a/Cargo.lock: lib:npm/a 2 is new here; there is nothing to compare it with,"
            + " a/Cargo.lock: file is broken'",
        "yarn.lock | 1! | !2! | 1 to 2 in yarn.lock, yarn.lock: file is broken",
        ".github/workflows/a.yml | 1 | 2 | '1 to 2 in .github/workflows/a.yml, .github/workflows/a.yml: file changed,"
            + " and no image: NAME:TAG is in it; faultlab executes no build'",
        ".github/actions/x/action.yml | 1 | 2 | 1 to 2 in .github/actions/x/action.yml",
      })
  void whatAScannerReadsIsComparedFileByFile(String path, String old, String after, String expected)
      throws IOException, InterruptedException {
    ManifestChanges read =
        changes(
            Map.of(path, old.replace("!", "\n!\n")),
            Map.of(path, after.replace("!", "\n!\n")),
            ManifestChangesTest::scan);
    List<String> all = new ArrayList<>();
    read.moves()
        .forEach(
            m -> all.add(m.from().written() + " to " + m.to().written() + " in " + m.to().place()));
    read.unclear().forEach(one -> all.add(one.words()));
    assertThat(all).containsExactlyInAnyOrder(expected.split(", (?!and )"));
  }

  @Test
  void withoutItsScannerEachFileIsNamed() throws IOException, InterruptedException {
    ManifestChanges read =
        changes(
            Map.of("yarn.lock", "1", "Dockerfile", from("17")),
            Map.of("yarn.lock", "2", "uv.lock", "2", "Dockerfile", from("21")),
            texts -> {
              throw new UnreadableException("not read: it is not here");
            });
    assertThat(read.moves()).hasSize(1);
    assertThat(read.unclear())
        .extracting(Unclear::words)
        .containsExactlyInAnyOrder(
            "yarn.lock: file not read: it is not here", "uv.lock: file not read: it is not here");
  }

  private static ManifestChanges changes(Map<String, String> old, Map<String, String> after)
      throws IOException, InterruptedException {
    return changes(old, after, texts -> Map.of());
  }

  private static ManifestChanges changes(
      Map<String, String> old, Map<String, String> after, FileScanner scanner)
      throws IOException, InterruptedException {
    TreeSet<String> paths = new TreeSet<>(old.keySet());
    paths.addAll(after.keySet());
    paths.removeIf(path -> Objects.equals(old.get(path), after.get(path)));
    return ManifestChanges.between(MapSnapshot.of(old), MapSnapshot.of(after), paths, scanner);
  }
}
