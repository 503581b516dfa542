package dev.faultlab.service;

import dev.faultlab.stack.StackIdentity;
import java.util.Map;

/**
 * What stands around a service in one stack.
 *
 * @param tools image of role netshoot
 * @param coredns image of role coredns
 * @param routerSysctls which a running router would refuse
 */
record StackParts(
    StackIdentity identity, String tools, String coredns, Map<String, String> routerSysctls) {}
