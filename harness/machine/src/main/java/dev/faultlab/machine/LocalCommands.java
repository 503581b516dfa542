package dev.faultlab.machine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** {@link Commands} on this machine. */
public final class LocalCommands implements Commands {

  @Override
  public CommandResult run(Command command) {
    Process process;
    try {
      process = start(command);
    } catch (IOException e) {
      return new CommandResult(CommandResult.NOT_STARTED, "", e.getMessage());
    }
    // A pipe holds 64 KiB: both must be drained while the program runs, or it would block.
    CompletableFuture<String> out = drain(process.getInputStream(), command.onLine());
    CompletableFuture<String> err = drain(process.getErrorStream(), command.onLine());
    try {
      feed(process, command.input());
      boolean ended = process.waitFor(command.timeout().toMillis(), TimeUnit.MILLISECONDS);
      if (ended) {
        return new CommandResult(process.exitValue(), out.join(), err.join());
      }
      kill(process, command);
      String why = "killed after " + command.timeout().toSeconds() + " s";
      return new CommandResult(CommandResult.TIMED_OUT, soFar(out), soFar(err) + "\n" + why);
    } catch (InterruptedException e) {
      kill(process, command);
      Thread.currentThread().interrupt();
      throw new InterruptedCommandException(command, e);
    }
  }

  private static Process start(Command command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command.words());
    command.directory().ifPresent(directory -> builder.directory(directory.toFile()));
    builder.environment().putAll(command.environment());
    return builder.start();
  }

  private static void feed(Process process, String input) {
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The program ended without reading all input, which its exit status explains better.
    }
  }

  /** Any failure while reading reaches the thread that waits for the text. */
  private static CompletableFuture<String> drain(InputStream stream, Consumer<String> onLine) {
    return CompletableFuture.supplyAsync(
        () -> readAll(stream, onLine),
        task -> {
          Thread reader = new Thread(task, "command-output");
          reader.setDaemon(true);
          reader.start();
        });
  }

  /** A child that detached itself may hold the pipe open after the kill: do not wait for it. */
  private static String soFar(CompletableFuture<String> text) {
    return text.completeOnTimeout("", 1, TimeUnit.SECONDS).join();
  }

  private static String readAll(InputStream stream, Consumer<String> onLine) {
    StringBuilder text = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        text.append(line).append('\n');
        onLine.accept(line);
      }
    } catch (IOException | UncheckedIOException e) {
      // The pipe broke because the program was killed; earlier output is kept.
    }
    return text.toString();
  }

  private static void kill(Process process, Command command) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    command.onKill().run();
  }
}
