package dev.faultlab.lookup.service;

import dev.faultlab.lookup.Environment;
import dev.faultlab.spring.ServletService;
import dev.faultlab.spring.SpringService;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A Spring Boot service as there are many: {@code GET /call} resolves a backend by name and calls
 * it.
 */
@ServletService
@ImportAutoConfiguration(JacksonAutoConfiguration.class)
public class LookupService {

  /**
   * @throws IllegalArgumentException when a setting is wrong
   */
  public static void start(Environment environment, String[] arguments) {
    if (arguments.length > 0) {
      throw new IllegalArgumentException(
          "found the argument '"
              + arguments[0]
              + "', expected none: settings are LOOKUP_* variables");
    }
    start(ServiceSettings.from(environment));
  }

  static ConfigurableApplicationContext start(ServiceSettings settings) {
    // Before Spring: InetAddress reads its policy once, at its first use.
    settings.cache().apply();
    return SpringService.start(
        LookupService.class,
        settings.port(),
        settings.threads(),
        beans -> {
          beans.registerBean(ServiceSettings.class, () -> settings);
          beans.registerBean(Calling.class, () -> new Calling(settings));
          beans.registerBean(CallController.class);
        });
  }
}
