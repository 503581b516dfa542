/** Lets threads that look one name up stop waiting for each other one by one. */
package dev.faultlab.cures.inetaddress;
