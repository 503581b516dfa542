import java.io.OutputStream;
import java.io.StringReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.transform.stream.StreamSource;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.converter.xml.SourceHttpMessageConverter;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestTemplate;

/** Posts URL POSTS HOW: sends a document. HOW: document, buffered (with the fix), text, by-hand (without Spring, in chunks). */
class Posts {
  private static final String ORDER = "<order id=\"1\"/>";

  public static void main(String[] args) throws Exception {
    URI uri = URI.create(args[0]);
    ClientHttpRequestFactory factory = new SimpleClientHttpRequestFactory();
    RestTemplate rest = new RestTemplate(args[2].equals("buffered") ? new BufferingClientHttpRequestFactory(factory) : factory);
    rest.setMessageConverters(List.of(new StringHttpMessageConverter(), new SourceHttpMessageConverter<>()));
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_XML);
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      if (args[2].equals("by-hand")) {
        byHand(uri);
        continue;
      }
      // A text's length is known before it is sent, that of a document is not.
      Object body = args[2].equals("text") ? ORDER : new StreamSource(new StringReader(ORDER));
      try {
        rest.postForEntity(uri, new HttpEntity<>(body, headers), String.class);
      } catch (HttpClientErrorException e) {
        if (e.getStatusCode().value() != 411) {
          throw e;
        }
      }
    }
  }

  private static void byHand(URI uri) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setDoOutput(true);
    connection.setChunkedStreamingMode(0);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(ORDER.getBytes(StandardCharsets.UTF_8));
    }
    if (connection.getResponseCode() != 411) {
      throw new IllegalStateException("answered with " + connection.getResponseCode());
    }
  }
}
