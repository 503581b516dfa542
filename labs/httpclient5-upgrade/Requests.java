import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** Requests URL REQUESTS HOW: plain GET requests. HOW: default, disabled (no upgrades), by-hand (the program asks for one). */
class Requests {
  public static void main(String[] args) throws Exception {
    RequestConfig.Builder config = RequestConfig.custom();
    if (args[2].equals("disabled")) {
      disable(config);
    }
    try (CloseableHttpClient client = HttpClients.custom().setDefaultRequestConfig(config.build()).build()) {
      for (int i = 0; i < Integer.parseInt(args[1]); i++) {
        HttpGet get = new HttpGet(args[0]);
        if (args[2].equals("by-hand")) {
          get.addHeader("Upgrade", "TLS/1.2");
          get.addHeader("Connection", "Upgrade");
        }
        client.execute(get, response -> response.getCode());
      }
    }
  }

  /** The setting came with 5.4; before, there is nothing to disable. */
  private static void disable(RequestConfig.Builder config) throws ReflectiveOperationException {
    try {
      RequestConfig.Builder.class.getMethod("setProtocolUpgradeEnabled", boolean.class).invoke(config, false);
    } catch (NoSuchMethodException e) {
      return;
    }
  }
}
