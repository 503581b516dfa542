/**
 * Kernels and guests as data: names, the commands of the recipes, the layout of the cache. Shared
 * by {@code ./faultlab} and {@code dev.faultlab.testcontainers}, which run the commands in their
 * own ways; not for users.
 */
package dev.faultlab.guest;
