/**
 * The one way to Docker, besides package {@code stack}, which talks to the engine about a lab's
 * services.
 *
 * <p>Testcontainers finds the engine ({@link dev.faultlab.docker.DockerHost}), and its client
 * inspects, executes, copies and listens. Everything else is the {@code docker} command, because
 * Testcontainers cannot do it:
 *
 * <ul>
 *   <li>{@link dev.faultlab.docker.OneShot}: a {@code GenericContainer} has no standard input and
 *       no terminal, knows none of the proxies of the user's configuration, and is only cleaned up
 *       by Ryuk, a privileged container of its own, or not at all when we are killed. Ours carry
 *       labels; {@code Sweeper} takes them away.
 *   <li>{@link dev.faultlab.docker.DockerImages}: an image under a key of ours, built with a limit,
 *       its progress told line by line, saved to and loaded from the cache; pulled with the user's
 *       credentials, through the user's context.
 *   <li>Stacks: several at a time, each a compose project in a network of its own, with limits and
 *       compose variables, up to the point where all are healthy.
 * </ul>
 */
package dev.faultlab.docker;
