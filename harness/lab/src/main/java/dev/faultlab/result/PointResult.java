package dev.faultlab.result;

import dev.faultlab.point.Point;
import java.util.Optional;

/**
 * A point of a run.
 *
 * @param point the identity of all measurements there
 * @param id its name, and that of its folder below {@code evidence/}; no program parses it
 * @param title of its variant
 * @param stack name of the stack that it was to run on, which records whether it started. In older
 *     results it is empty if the stack did not start
 */
public record PointResult(Point point, String id, String title, Optional<String> stack) {}
