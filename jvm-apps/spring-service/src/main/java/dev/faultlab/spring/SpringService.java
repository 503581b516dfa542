package dev.faultlab.spring;

import java.util.Map;
import java.util.function.Consumer;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** How the labs' services start. */
public final class SpringService {

  private SpringService() {}

  /**
   * Starts a service, and returns when it listens.
   *
   * @param service a class with {@link ServletService}
   * @param port where it listens; 0 takes a free one
   * @param threads of Tomcat's pool. All of them are there from the start: a tracer then finds them
   *     all, and none is given the name of one that went.
   * @param beans registers what the service is made of
   */
  public static ConfigurableApplicationContext start(
      Class<?> service, int port, int threads, Consumer<GenericApplicationContext> beans) {
    SpringApplication application = new SpringApplication(service);
    application.setDefaultProperties(
        Map.of(
            "server.port",
            port,
            "server.shutdown",
            "immediate",
            "server.tomcat.threads.max",
            threads,
            "server.tomcat.threads.min-spare",
            threads,
            "spring.main.banner-mode",
            "off",
            "logging.structured.format.console",
            "logstash"));
    application.addInitializers(context -> beans.accept((GenericApplicationContext) context));
    return application.run();
  }
}
