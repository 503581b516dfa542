package dev.faultlab.report.page;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.tcp.TcpScene;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.report.RunReport;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Evidence for the sample run: captures, a counter, one flame graph. */
public final class SampleEvidence {
  /** Writes it below the folder of a run. */
  public static void write(RunResult result, Path run) throws IOException {
    for (TrialRecord trial : result.trials()) {
      Path folder = Files.createDirectories(run.resolve(trial.folder()));
      boolean same = trial.point().variant().startsWith("shared");
      byte[] dns =
          same ? oneByOne() : trial.point().variant().startsWith("own") ? allAtOnce() : onlyOnce();
      Files.write(folder.resolve("dns.pcap"), dns);
      Files.writeString(folder.resolve("a.json"), "{\"threads\": %d}".formatted(same ? 8 : 1));
      if (trial.index() == 1 && same) {
        Files.write(folder.resolve("tcp.pcap"), stopAndGo());
        Files.writeString(folder.resolve("flame.html"), "<!doctype html><title>flames</title>");
      }
    }
  }

  /** The page of a run without fixes. */
  static String page(RunResult result, Path run, String... links) throws IOException {
    Document page = new RunReport(result).page(run, run, List.of(links));
    return new HtmlRenderer("sample").render(page);
  }

  private static byte[] oneByOne() {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < 60; i++) {
      scene.query(i * 11.0, 4000 + i, i, "backend.lab", DnsScene.A);
      scene.answer(i * 11.0 + 10.5, 4000 + i, i, "backend.lab", DnsScene.A);
    }
    return scene.toBytes();
  }

  private static byte[] allAtOnce() {
    DnsScene scene = new DnsScene();
    for (int round = 0; round < 8; round++) {
      for (int i = 0; i < 8; i++) {
        scene.query(round * 12.0 + i * 0.1, 4000 + i, i, "w" + i + ".backend.lab", DnsScene.A);
      }
      for (int i = 0; i < 8; i++) {
        scene.answer(
            round * 12.0 + 10 + i * 0.1, 4000 + i, i, "w" + i + ".backend.lab", DnsScene.A);
      }
    }
    return scene.toBytes();
  }

  private static byte[] onlyOnce() {
    return new DnsScene()
        .query(0, 4000, 1, "backend.lab", DnsScene.A)
        .query(0.1, 4001, 2, "backend.lab", DnsScene.AAAA)
        .answer(10, 4000, 1, "backend.lab", DnsScene.A)
        .answer(10.2, 4001, 2, "backend.lab", DnsScene.AAAA)
        .toBytes();
  }

  private static byte[] stopAndGo() {
    TcpScene scene = new TcpScene().handshake(7, 65_535, 1);
    for (int i = 0; i < 40; i++) {
      scene.data(1 + i * 1400L, 1400).ack(1 + (i + 1) * 1400L, 789);
    }
    return scene.toBytes();
  }
}
