/** The order of versions in each ecosystem, and ranges of them. */
package dev.faultlab.version;
