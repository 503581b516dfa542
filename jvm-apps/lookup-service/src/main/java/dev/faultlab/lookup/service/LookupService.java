package dev.faultlab.lookup.service;

import dev.faultlab.lookup.Environment;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A Spring Boot service as there are many: {@code GET /call} resolves a backend by name and calls
 * it.
 *
 * <p>Auto-configuration is named class by class instead of discovered: the service is started
 * often, on machines that are busy with other trials.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  DispatcherServletAutoConfiguration.class,
  HttpMessageConvertersAutoConfiguration.class,
  JacksonAutoConfiguration.class,
  TomcatServletWebServerAutoConfiguration.class,
  WebMvcAutoConfiguration.class,
})
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
    SpringApplication application = new SpringApplication(LookupService.class);
    application.setDefaultProperties(
        Map.of(
            "server.port",
            settings.port(),
            "server.shutdown",
            "immediate",
            "server.tomcat.threads.max",
            settings.threads(),
            // All threads from the start: a pool that shrinks and grows would give a thread's
            // name to another one.
            "server.tomcat.threads.min-spare",
            settings.threads(),
            "spring.main.banner-mode",
            "off",
            "logging.structured.format.console",
            "logstash"));
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(ServiceSettings.class, () -> settings);
          beans.registerBean(Calling.class, () -> new Calling(settings));
          beans.registerBean(CallController.class);
        });
    return application.run();
  }
}
