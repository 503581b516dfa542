/** Deterministic predicates on facts: present, absent or inconclusive. No latency decides. */
package dev.faultlab.signature;
