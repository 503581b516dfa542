/**
 * What a lab declares: {@code labs/<name>/lab.yaml}, checked against its schema and turned into
 * records.
 *
 * <p>The first step of the journey (docs/dev/whats-here.md): everything later reads these records,
 * and nothing here knows containers, captures or verdicts.
 */
package dev.faultlab.lab;
