package dev.faultlab.token.service;

import dev.faultlab.spring.ServletService;
import dev.faultlab.spring.SpringService;
import dev.faultlab.token.generate.Issuing;
import dev.faultlab.token.plain.Settings;
import java.io.PrintStream;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A Spring Boot service as there are many: {@code GET /codes/strong} issues a verification code.
 */
@ServletService
public class TokenService {

  static ConfigurableApplicationContext start(Settings settings, String mail, PrintStream out) {
    Mailing mailing = new Mailing(mail);
    return SpringService.start(
        TokenService.class,
        settings.port(),
        settings.threads(),
        beans -> {
          beans.registerBean(Issuing.class, () -> new Issuing(out));
          beans.registerBean(Mailing.class, () -> mailing);
          beans.registerBean(TokenController.class);
        });
  }
}
