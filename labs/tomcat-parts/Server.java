import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** Takes forms: at 8080 as Tomcat does by default, at 8081 with maxPartCount=100, at 8082 with maxParameterCount=9. */
class Server {
  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    String base = Files.createTempDirectory("tomcat").toString();
    tomcat.setBaseDir(base);
    connector(tomcat, 8080);
    raise(connector(tomcat, 8081));
    connector(tomcat, 8082).setMaxParameterCount(9);
    Context context = tomcat.addContext("", base);
    Tomcat.addServlet(context, "upload", new Upload()).setMultipartConfigElement(new MultipartConfigElement(base));
    context.addServletMappingDecoded("/upload", "upload");
    tomcat.start();
    tomcat.getServer().await();
  }

  /** The setting came with 10.1.42; before, there is none to raise. */
  private static void raise(Connector connector) throws ReflectiveOperationException {
    try {
      Connector.class.getMethod("setMaxPartCount", int.class).invoke(connector, 100);
    } catch (NoSuchMethodException e) {
      return;
    }
  }

  private static Connector connector(Tomcat tomcat, int port) {
    Connector connector = new Connector();
    connector.setPort(port);
    tomcat.getService().addConnector(connector);
    return connector;
  }

  /** Answers with the number of parts, or with 413 if Tomcat refuses them for their number. */
  private static class Upload extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
      try {
        response.getWriter().print(request.getParts().size());
      } catch (Exception e) {
        response.sendError(e.toString().contains("FileCountLimitExceeded") ? 413 : 500, e.toString());
      }
    }
  }
}
