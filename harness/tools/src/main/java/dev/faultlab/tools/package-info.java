/** What is not shipped: it checks and writes what is committed, and measures. */
package dev.faultlab.tools;
