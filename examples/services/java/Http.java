import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.http.util.EntityUtils;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Another service over HTTP. */
class Http {
  static final String API = "http://api:8080/";

  static Service.Call of(String client) {
    return switch (client) {
      case "apache4" -> apache4(org.apache.http.impl.client.HttpClients.custom());
      case "apache4-evict" ->
          apache4(
              org.apache.http.impl.client.HttpClients.custom()
                  .evictIdleConnections(3, TimeUnit.SECONDS));
      case "apache5" -> apache5(ConnectionConfig.custom());
      case "apache5-timeout" ->
          apache5(ConnectionConfig.custom().setSocketTimeout(2, TimeUnit.SECONDS));
      case "jdk" -> jdk(HttpRequest.newBuilder(URI.create(API)));
      case "jdk-timeout" ->
          jdk(HttpRequest.newBuilder(URI.create(API)).timeout(Duration.ofSeconds(2)));
      case "spring-jdk" ->
          spring(RestClient.builder().requestFactory(new JdkClientHttpRequestFactory()));
      case "spring-simple" ->
          spring(RestClient.builder().requestFactory(new SimpleClientHttpRequestFactory()));
      default -> throw new IllegalArgumentException(client);
    };
  }

  static Service.Call apache4(org.apache.http.impl.client.HttpClientBuilder builder) {
    var client = builder.setMaxConnPerRoute(16).setMaxConnTotal(16).build();
    return () -> {
      try (var answer = client.execute(new org.apache.http.client.methods.HttpGet(API))) {
        EntityUtils.consume(answer.getEntity());
      }
    };
  }

  static Service.Call apache5(ConnectionConfig.Builder config) {
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDefaultConnectionConfig(config.build())
            .setMaxConnPerRoute(16);
    var client = HttpClients.custom().setConnectionManager(connections.build()).build();
    return () -> client.execute(new HttpGet(API), answer -> answer.getCode());
  }

  static Service.Call jdk(HttpRequest.Builder request) {
    HttpClient client = HttpClient.newHttpClient();
    return () -> client.send(request.build(), BodyHandlers.discarding());
  }

  static Service.Call spring(RestClient.Builder builder) {
    RestClient client = builder.build();
    return () -> client.get().uri(API).retrieve().toBodilessEntity();
  }
}
