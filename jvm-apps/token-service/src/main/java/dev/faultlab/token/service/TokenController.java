package dev.faultlab.token.service;

import dev.faultlab.token.generate.Generator;
import dev.faultlab.token.generate.Issuing;
import dev.faultlab.token.watch.Json;
import dev.faultlab.token.watch.Stats;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The service's addresses; but for mail, the answers are those of the plain server on JDK 8 and 11.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class TokenController {
  private final Issuing issuing;
  private final Mailing mailing;

  TokenController(Issuing issuing, Mailing mailing) {
    this.issuing = issuing;
    this.mailing = mailing;
  }

  @GetMapping("/codes/{generator}")
  String code(@PathVariable String generator) {
    return Json.code(issuing.issue(Generator.of(generator), false));
  }

  /** The code is printed before it is returned. */
  @GetMapping("/codes/{generator}/println")
  String codeAndPrintln(@PathVariable String generator) {
    return Json.code(issuing.issue(Generator.of(generator), true));
  }

  /** The code is drawn digit by digit. */
  @GetMapping("/codes/{generator}/digits")
  String codeByDigits(@PathVariable String generator) {
    return Json.code(issuing.issueByDigits(Generator.of(generator), false));
  }

  /** What the article's endpoints do: digit by digit, and printed before it is returned. */
  @GetMapping("/codes/{generator}/digits/println")
  String codeByDigitsAndPrintln(@PathVariable String generator) {
    return Json.code(issuing.issueByDigits(Generator.of(generator), true));
  }

  /** The request waits until the mail server has taken the code. */
  @GetMapping("/codes/{generator}/mail")
  String codeByMail(@PathVariable String generator) {
    return Json.code(issuing.issue(Generator.of(generator), mailing::send));
  }

  /** The request does not wait for the mail server. */
  @GetMapping("/codes/{generator}/mail-later")
  String codeByMailLater(@PathVariable String generator) {
    return Json.code(issuing.issue(Generator.of(generator), mailing::sendLater));
  }

  /**
   * Counters since the last reset.
   *
   * @param inside prefix of a class name: threads inside such a class are counted too
   */
  @GetMapping("/stats")
  String stats(@RequestParam(defaultValue = "") String inside) {
    return Stats.json("spring", issuing.tally(), inside);
  }

  /** Answers with the counts that end here. */
  @PostMapping("/reset")
  String reset() {
    return Stats.json("spring", issuing.reset(), "");
  }

  /** Tomcat listens only when everything behind this controller is there. */
  @GetMapping("/health")
  String health() {
    return "{\"status\":\"ready\"}";
  }

  @ExceptionHandler
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  String wrongAddress(IllegalArgumentException e) {
    return Json.error(String.valueOf(e.getMessage()));
  }
}
