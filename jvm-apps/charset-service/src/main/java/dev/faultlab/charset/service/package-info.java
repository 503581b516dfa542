/** The service under test: decodes what it is sent, and counts. */
package dev.faultlab.charset.service;
