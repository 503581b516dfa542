/** Captures in files: {@link dev.faultlab.capture.file.Capture#read} opens one. */
package dev.faultlab.capture.file;
