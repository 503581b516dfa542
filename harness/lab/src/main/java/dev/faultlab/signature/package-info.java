/** Deterministic predicates on facts: present, absent, or cannot be told. No clock decides. */
package dev.faultlab.signature;
