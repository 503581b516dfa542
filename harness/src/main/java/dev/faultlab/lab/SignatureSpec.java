package dev.faultlab.lab;

import java.util.Map;
import java.util.Optional;

/**
 * A signature as a lab declares it.
 *
 * @param id unique in its lab
 * @param kind what decides, see {@code dev.faultlab.signature}; the id where nothing is said
 * @param title what it means when it is present; the kind's own where nothing is said
 * @param inputs name to address, with {@code {placeholders}}
 */
public record SignatureSpec(
    String id, String kind, Optional<String> title, Map<String, String> inputs) {}
