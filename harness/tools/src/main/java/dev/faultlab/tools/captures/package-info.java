/** Programs whose packets become captures. */
package dev.faultlab.tools.captures;
