package dev.faultlab.lookup.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

class WorkerNamesTest {
  private static final HostName HOST = new HostName("backend.lab");

  @Test
  void theSharedNameIsTheSameForAll() {
    assertThat(new WorkerNames(4).nameFor(HOST, Names.SHARED)).isEqualTo("backend.lab");
  }

  @Test
  void eachThreadKeepsANameOfItsOwn() throws Exception {
    WorkerNames names = new WorkerNames(4);
    assertThat(namesOf(names, 4))
        .containsExactly("w0.backend.lab", "w1.backend.lab", "w2.backend.lab", "w3.backend.lab");
  }

  @Test
  void newThreadsDoNotMakeUpNewNamesForEver() throws Exception {
    WorkerNames names = new WorkerNames(2);
    assertThat(namesOf(names, 5)).containsExactly("w0.backend.lab", "w1.backend.lab");
  }

  private static Set<String> namesOf(WorkerNames names, int threads) throws InterruptedException {
    Set<String> used = new ConcurrentSkipListSet<>();
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                used.add(names.nameFor(HOST, Names.PER_THREAD));
                used.add(names.nameFor(HOST, Names.PER_THREAD));
              });
      thread.start();
      thread.join();
    }
    return used;
  }
}
