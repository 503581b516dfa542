/** Many threads decode at once, and it is counted who waits for a lock that all of them need. */
package dev.faultlab.charset.crowd;
