package dev.faultlab.image;

import java.util.Optional;

/**
 * A published release.
 *
 * @param version as an argument of its role takes it
 * @param notes address of what its makers say of it; empty where the role does not say
 */
public record Release(String version, Optional<String> notes) {}
