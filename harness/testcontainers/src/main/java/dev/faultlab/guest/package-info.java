/**
 * The one store of kernels: names, the commands of the recipes, the cache. {@code ./faultlab} and
 * {@code dev.faultlab.testcontainers} use it, and run the commands in containers of their own; not
 * for users.
 */
package dev.faultlab.guest;
