package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Joined;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The participants, and the code for joining.
 *
 * @param people by number, in the order of joining, without those who were removed
 * @param joined how many ever joined: a number is used once
 * @param code that people type to join
 */
record Roster(Map<Integer, Joined> people, int joined, String code) {

  Roster with(Joined newcomer) {
    Map<Integer, Joined> more = new LinkedHashMap<>(people);
    more.put(newcomer.person(), newcomer);
    return new Roster(more, Math.max(joined, newcomer.person()), code);
  }

  Roster without(int person) {
    Map<Integer, Joined> fewer = new LinkedHashMap<>(people);
    fewer.remove(person);
    return new Roster(fewer, joined, code);
  }

  Roster with(String newCode) {
    return new Roster(people, joined, newCode);
  }

  /** The person who joined with this browser. */
  Optional<Joined> user(String browser) {
    return people.values().stream()
        .filter(p -> p.browser().filter(own -> Secrets.same(own, browser)).isPresent())
        .findFirst();
  }

  /** The person whose browser has this key. */
  Optional<Joined> holder(String key) {
    return people.values().stream().filter(p -> Secrets.same(p.key(), key)).findFirst();
  }
}
