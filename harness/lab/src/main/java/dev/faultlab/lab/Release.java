package dev.faultlab.lab;

import java.util.Optional;

/**
 * A version that can stand on an axis.
 *
 * @param notes address of its release notes; empty where that is not known
 */
public record Release(String version, Optional<String> notes) {}
