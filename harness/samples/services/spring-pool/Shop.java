package shop;

import java.net.URI;
import java.time.Duration;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** A Spring service that asks another one through Apache's pool of HTTP connections. */
@SpringBootApplication
@RestController
public class Shop {
  private final URI catalogue;
  private final RestClient client;

  Shop(
      @Value("${catalogue.url}") URI catalogue,
      @Value("${pool.size}") int size,
      @Value("${pool.idle}") Duration idle) {
    this.catalogue = catalogue;
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnPerRoute(size)
            .setMaxConnTotal(size)
            .build();
    var http = HttpClients.custom().setConnectionManager(connections);
    if (!idle.isZero()) {
      http.evictIdleConnections(TimeValue.of(idle));
    }
    this.client =
        RestClient.builder()
            .requestFactory(new HttpComponentsClientHttpRequestFactory(http.build()))
            .build();
  }

  public static void main(String[] arguments) {
    SpringApplication.run(Shop.class, arguments);
  }

  @GetMapping("/")
  String page() {
    return client.get().uri(catalogue).retrieve().body(String.class);
  }

  @PostMapping("/orders")
  String order(@RequestBody byte[] order) {
    URI orders = catalogue.resolve("/orders");
    return client.post().uri(orders).body(order).retrieve().body(String.class);
  }
}
