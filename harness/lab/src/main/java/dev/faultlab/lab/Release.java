package dev.faultlab.lab;

import java.util.Optional;

/**
 * A version that an axis can take.
 *
 * @param notes address of its release notes; empty if unknown
 */
public record Release(String version, Optional<String> notes) {}
