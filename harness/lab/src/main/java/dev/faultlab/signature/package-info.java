/** Deterministic predicates on facts: present, absent, or cannot be told. No latency decides. */
package dev.faultlab.signature;
