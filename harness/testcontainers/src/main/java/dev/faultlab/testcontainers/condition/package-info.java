/**
 * States of the network that hurt services, beside a service that is not changed: {@link
 * dev.faultlab.testcontainers.condition.NetworkCondition} is what each of them does, {@link
 * dev.faultlab.testcontainers.condition.Parts} the containers that it needs, {@link
 * dev.faultlab.testcontainers.condition.Trial} the order of things. Nothing here starts a container
 * or depends on Testcontainers.
 */
package dev.faultlab.testcontainers.condition;
