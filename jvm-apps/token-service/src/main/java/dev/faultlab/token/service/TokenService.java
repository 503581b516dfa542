package dev.faultlab.token.service;

import dev.faultlab.token.generate.Issuing;
import dev.faultlab.token.plain.Settings;
import java.io.PrintStream;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A Spring Boot service as there are many: {@code GET /codes/strong} issues a verification code.
 *
 * <p>Auto-configuration is named class by class instead of discovered: the service is started
 * often, on machines that are busy with other trials.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  DispatcherServletAutoConfiguration.class,
  HttpMessageConvertersAutoConfiguration.class,
  TomcatServletWebServerAutoConfiguration.class,
  WebMvcAutoConfiguration.class,
})
public class TokenService {

  static ConfigurableApplicationContext start(Settings settings, PrintStream out) {
    SpringApplication application = new SpringApplication(TokenService.class);
    application.setDefaultProperties(
        Map.of(
            "server.port",
            settings.port(),
            "server.shutdown",
            "immediate",
            "server.tomcat.threads.max",
            settings.threads(),
            // All threads from the start, so that the system call tracer finds them all.
            "server.tomcat.threads.min-spare",
            settings.threads(),
            "spring.main.banner-mode",
            "off",
            "logging.structured.format.console",
            "logstash"));
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(Issuing.class, () -> new Issuing(out));
          beans.registerBean(TokenController.class);
        });
    return application.run();
  }
}
