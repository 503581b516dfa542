/**
 * The one way to Docker, besides package {@code stack}, which talks to the engine about a lab's
 * services.
 *
 * <p>Testcontainers finds the engine ({@link dev.faultlab.docker.DockerHost}), and its client
 * inspects, executes, copies and listens. Everything else is the {@code docker} command, because
 * Testcontainers cannot do it:
 *
 * <ul>
 *   <li>{@link dev.faultlab.docker.OneShot}: a {@code GenericContainer} gives no way to its
 *       standard input or a terminal, and knows none of the proxies of the user's configuration.
 *       When we are killed, only Ryuk removes it, one more image and a container with the engine's
 *       socket. Ours carry labels by which {@code Sweeper} removes them.
 *   <li>{@link dev.faultlab.docker.DockerImages}: an image under a key of ours, built with a limit,
 *       its progress reported line by line, saved to and loaded from the cache; pulled with the
 *       user's credentials, through the user's context.
 *   <li>Stacks: several at a time, each a compose project in a network of its own, with limits and
 *       compose variables, up to the point where all are healthy.
 * </ul>
 */
package dev.faultlab.docker;
