/** Every connection attempt of a capture and every connection's end, by destination. */
package dev.faultlab.capture.ledger;
