package dev.faultlab.lookup.service;

import dev.faultlab.lookup.resolve.DepthFacts;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The service's four addresses. */
@RestController
class CallController {
  private final Calling calling;
  private final ServiceSettings settings;

  CallController(Calling calling, ServiceSettings settings) {
    this.calling = calling;
    this.settings = settings;
  }

  @GetMapping("/call")
  Calling.Called call(HttpServletRequest request) throws IOException {
    return calling.call(CallSettings.from(request.getParameterMap(), settings));
  }

  @GetMapping("/stats")
  Stats stats() {
    return Stats.of(calling.trial(), settings);
  }

  /** Answers with the counts that end here. */
  @PostMapping("/reset")
  Stats reset() {
    Stats ended = Stats.of(calling.newTrial(), settings);
    DepthFacts.reset();
    return ended;
  }

  /** Tomcat listens only when everything behind this controller is there. */
  @GetMapping("/health")
  Map<String, String> health() {
    return Map.of("status", "ready");
  }

  @ExceptionHandler
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  Map<String, String> wrongSetting(IllegalArgumentException e) {
    return Map.of("error", String.valueOf(e.getMessage()));
  }

  @ExceptionHandler
  @ResponseStatus(HttpStatus.BAD_GATEWAY)
  Map<String, String> backendOutOfReach(IOException e) {
    return Map.of("error", e.toString());
  }
}
