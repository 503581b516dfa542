package shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A checkout that asks another service how many are in stock, over a new connection each time. */
@SpringBootApplication
@RestController
public class Shop {

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  @GetMapping("/checkout")
  String checkout() throws IOException {
    URI stock = URI.create("http://stock.test:8080/stock");
    HttpURLConnection connection = (HttpURLConnection) stock.toURL().openConnection();
    connection.setRequestProperty("Connection", "close");
    try (InputStream body = connection.getInputStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8) + " in stock";
    }
  }

  @GetMapping("/stock")
  String stock() {
    return "7";
  }
}
