/**
 * Files that a stranger may have prepared: reads stay inside a folder, and writes follow no link.
 * {@link dev.faultlab.files.Json} has the settings of JSON and YAML.
 */
package dev.faultlab.files;
