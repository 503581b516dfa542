package dev.faultlab.tools.lint;

/** An error in a document, and its line. */
record Complaint(int line, String what) {}
