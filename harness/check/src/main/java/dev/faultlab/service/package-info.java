/**
 * A user's service in its own compose project, with a router, a name server and canaries around it.
 * {@link dev.faultlab.service.ServiceModel} writes the model that is started; {@link
 * dev.faultlab.service.ServiceChecks} carries out a check.
 */
package dev.faultlab.service;
