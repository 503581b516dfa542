package dev.faultlab.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hostile repository is read, and nothing of it is executed. */
public class GitRepositoryTest {
  @TempDir private Path folder;
  private Path clone;
  private Path trap;

  @BeforeEach
  void repository() throws IOException {
    clone = Files.createDirectory(folder.resolve("clone"));
    trap = folder.resolve("executed");
    git("init", "--quiet", "--initial-branch=main");
    write("a.txt", "one\n");
    commit();
  }

  @Test
  void aFileIsReadAtEachCommit() throws IOException {
    write("a.txt", "two\n");
    write("b c\nd.txt", "new\n");
    commit();
    GitRepository repository = new GitRepository(clone);
    assertThat(repository.files(id("HEAD"))).extracting(GitFile::path).contains("b c\nd.txt");
    assertThat(texts(repository, id("HEAD~1"), id("HEAD")))
        .containsExactly("one\n", "two\n", "new\n");
  }

  @Test
  void linksAndSubmodulesAreNoFiles() throws IOException {
    Files.createSymbolicLink(clone.resolve("link"), Path.of("a.txt"));
    git("update-index", "--add", "--cacheinfo", "160000," + id("HEAD") + ",module");
    git("add", "link");
    git("commit", "--quiet", "-m", "x");
    assertThat(new GitRepository(clone).files(id("HEAD")))
        .filteredOn(file -> !file.regular())
        .extracting(GitFile::kind)
        .containsExactly("a symbolic link", "a submodule");
  }

  @Test
  void aLargeFileIsGivenUp() throws IOException {
    write("a.txt", "x".repeat(2000));
    commit();
    GitRepository repository = new GitRepository(clone);
    GitFile file = repository.files(id("HEAD")).get(0);
    for (int i = 0; i < 2; i++) {
      assertThat(repository.text(file, 1999)).isEmpty();
      assertThat(repository.text(file, 2000)).map(String::length).contains(2000);
    }
  }

  @Test
  void oneGitReadsAllFiles() throws IOException {
    for (int i = 0; i < 20; i++) {
      write("z" + i, "text " + i);
    }
    write("z3", "");
    commit();
    Set<ProcessHandle> others = childrenBeside(Set.of());
    Set<ProcessHandle> git;
    try (GitRepository repository = new GitRepository(clone)) {
      List<GitFile> files = repository.files(id("HEAD"));
      repository.text(files.get(0), 100);
      git = childrenBeside(others);
      assertThat(git).hasSize(1);
      for (GitFile file : files) {
        String text = repository.text(file, 100).orElseThrow();
        assertThat(text).isEqualTo(Files.readString(clone.resolve(file.path())));
        assertThat(childrenBeside(others)).isEqualTo(git);
      }
    }
    assertThat(git).allSatisfy(one -> one.onExit().join());
  }

  private static Set<ProcessHandle> childrenBeside(Set<ProcessHandle> others) {
    return ProcessHandle.current()
        .children()
        .filter(child -> !others.contains(child))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no-such",
        "--output=executed",
        "-x",
        "$(touch ../executed)",
        "main; touch ../executed",
        "main\n--help",
        ""
      })
  void aNameThatIsNoCommitIsRefusedAndReachesNoShell(String name) {
    assertThatThrownBy(() -> new GitRepository(clone).commit(name))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("there is no commit '" + name + "'");
    assertThat(trap).doesNotExist();
    assertThat(clone.resolve("executed")).doesNotExist();
  }

  @Test
  void aBranchMayHaveShellInItsName() {
    String name = "x;touch${IFS}executed;$(touch${IFS}executed)`touch${IFS}executed`";
    git("branch", name);
    assertThat(new GitRepository(clone).commit(name)).isEqualTo(id("HEAD"));
    assertThat(clone.resolve("executed")).doesNotExist();
  }

  @Test
  void nothingThatTheRepositoryConfiguresIsExecuted() throws IOException {
    Path program =
        Files.writeString(folder.resolve("program"), "#!/bin/sh\ntouch " + trap + "\ncat\n");
    program.toFile().setExecutable(true);
    for (String key :
        List.of(
            "core.fsmonitor",
            "core.pager",
            "core.editor",
            "diff.external",
            "core.sshCommand",
            "diff.x.textconv",
            "diff.x.command",
            "filter.x.smudge",
            "filter.x.clean",
            "pager.diff-tree",
            "alias.cat-file",
            "uploadpack.packObjectsHook")) {
      git("config", key, (key.startsWith("alias") ? "!" : "") + program);
    }
    Path hooks = clone.resolve(".git/hooks");
    for (String hook : List.of("post-checkout", "reference-transaction", "post-index-change")) {
      Files.copy(program, hooks.resolve(hook));
      hooks.resolve(hook).toFile().setExecutable(true);
    }
    Files.writeString(clone.resolve(".git/info/attributes"), "* diff=x filter=x\n");
    Files.writeString(clone.resolve(".gitattributes"), "* diff=x filter=x\n");
    write("a.txt", "two\n");
    commit();
    Files.deleteIfExists(trap); // git add ran the filter, as it has to
    GitRepository repository = new GitRepository(clone);
    String head = repository.commit("HEAD");
    String before = repository.base(repository.commit("HEAD~1"), head);
    assertThat(texts(repository, before, head)).contains("one\n", "two\n");
    assertThat(trap).doesNotExist();
  }

  @Test
  void anObjectThatAPartialCloneLacksIsNotFetched() throws IOException {
    GitRepository repository = new GitRepository(clone);
    GitFile file = repository.files(id("HEAD")).get(0);
    git("config", "extensions.partialClone", "origin");
    git("config", "remote.origin.url", "ext::touch " + trap);
    git("config", "remote.origin.promisor", "true");
    git("config", "protocol.ext.allow", "always");
    Path object = clone.resolve(".git/objects/" + file.id().substring(0, 2));
    Files.delete(object.resolve(file.id().substring(2)));
    assertThatThrownBy(() -> repository.text(file, 100))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("a.txt is not in this clone");
    assertThat(trap).doesNotExist();
  }

  @Test
  void aFolderWithoutARepositoryIsRefused() {
    assertThatThrownBy(() -> new GitRepository(folder))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("is not in a repository that git can read");
  }

  @Test
  void unrelatedHistoriesHaveNoBase() {
    git("checkout", "--quiet", "--orphan", "other");
    git("commit", "--quiet", "-m", "another root");
    GitRepository repository = new GitRepository(clone);
    assertThatThrownBy(() -> repository.base(id("main"), id("other")))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("no common ancestor");
  }

  private static List<String> texts(GitRepository repository, String... commits) {
    return Stream.of(commits)
        .flatMap(commit -> repository.files(commit).stream())
        .map(file -> repository.text(file, 1000).orElseThrow())
        .toList();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(clone.resolve(name), text);
  }

  private void commit() {
    git("add", "--all");
    git("commit", "--quiet", "-m", "x");
  }

  private String id(String name) {
    return git("rev-parse", name).strip();
  }

  private String git(String... words) {
    return git(clone, words);
  }

  /** What git prints in a clone, by an author of no other. */
  public static String git(Path clone, String... words) {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@b"));
    command.addAll(List.of(words));
    CommandResult result = new LocalCommands().run(Command.of(command).in(clone));
    assertThat(result.ok()).as(result.err()).isTrue();
    return result.out();
  }
}
