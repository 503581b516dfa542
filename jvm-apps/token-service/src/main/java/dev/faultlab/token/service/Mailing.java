package dev.faultlab.token.service;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/**
 * Sends a code by mail, as services do whose code is a proof that somebody has an address. What the
 * article suspects after all its measurements is this step.
 */
class Mailing implements AutoCloseable {
  private static final int THREADS = 4;

  private final JavaMailSenderImpl sender = new JavaMailSenderImpl();
  private final ExecutorService later = Executors.newFixedThreadPool(THREADS);

  /**
   * Knows where mail goes; asks nothing of that server yet.
   *
   * @param server {@code host:port} of an SMTP server, empty for none
   * @throws IllegalArgumentException when it is something else
   */
  Mailing(String server) {
    if (server.isEmpty()) {
      return;
    }
    if (!server.matches("[^:]+:[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "TOKEN_MAIL: found '" + server + "', expected host:port of an SMTP server, or nothing");
    }
    sender.setHost(server.substring(0, server.indexOf(':')));
    sender.setPort(Integer.parseInt(server.substring(server.indexOf(':') + 1)));
  }

  /**
   * Sends it now: the caller waits for every answer of the mail server.
   *
   * @throws IllegalArgumentException when there is no mail server
   */
  void send(String code) {
    if (sender.getHost() == null) {
      throw new IllegalArgumentException("no mail server: TOKEN_MAIL is empty");
    }
    SimpleMailMessage mail = new SimpleMailMessage();
    mail.setFrom("codes@faultlab.test");
    mail.setTo("user@faultlab.test");
    mail.setSubject("Your code");
    mail.setText(code);
    sender.send(mail);
  }

  /** Leaves it to a thread of its own; the caller goes on. */
  void sendLater(String code) {
    later.execute(() -> send(code));
  }

  @Override
  public void close() {
    later.shutdownNow();
  }
}
