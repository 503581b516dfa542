package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Workspace;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.utility.ResourceReaper;

class DockerRunEngineTest {
  @TempDir private Path root;

  @Test
  void sweepsWhileNobodyElseTakesTheSameThingsAway() {
    List<Boolean> alone = new ArrayList<>();
    DockerClient docker =
        (DockerClient)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DockerClient.class},
                (proxy, method, arguments) -> {
                  alone.add(Thread.holdsLock(ResourceReaper.instance()));
                  throw new IllegalStateException("no engine here");
                });
    DockerRunEngine engine =
        new DockerRunEngine(new Workspace(root, new CacheDir(root.resolve("cache"))), docker);

    assertThatThrownBy(() -> engine.sweep("run")).hasMessage("no engine here");
    assertThat(alone).containsExactly(true);
  }
}
