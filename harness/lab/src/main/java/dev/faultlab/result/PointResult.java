package dev.faultlab.result;

import dev.faultlab.point.Point;
import java.util.Optional;

/**
 * A point of a run.
 *
 * @param point the identity of all that was measured there
 * @param id what it is called, and the name of its folder below {@code evidence/}; nothing is read
 *     out of it
 * @param title of its variant
 * @param stack name of the stack that it was to run on; whether that started stands there. Older
 *     results leave it empty where it did not
 */
public record PointResult(Point point, String id, String title, Optional<String> stack) {}
