/**
 * What a lab declares: {@code labs/<name>/lab.yaml}, checked against its schema and turned into
 * records.
 *
 * <p>First room of the walk (docs/whats-here.md): everything later reads these records, nothing
 * here knows of containers, captures or verdicts.
 */
package dev.faultlab.lab;
