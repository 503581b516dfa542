package dev.faultlab.plan;

import java.util.List;
import java.util.Map;

/**
 * What a person asked for.
 *
 * @param given parameter name to the text typed; parameters that are not in it keep their defaults
 * @param variants ids of the variants to run; empty for all
 * @param quick take the quick defaults and only the variants marked for them
 */
public record Choices(Map<String, String> given, List<String> variants, boolean quick) {}
