// SPDX-License-Identifier: GPL-2.0
/*
 * What commit 909172a14974 ("net: Update window_clamp if SOCK_RCVBUF is set") does, for a kernel that runs without it.
 *
 * cookie_v4_check() and cookie_v6_check() call tcp_select_initial_window() for the listening socket with the clamp of the
 * socket or of the route, and 0 where neither has one. The commit lowers it first to what SO_RCVBUF allows, as
 * tcp_openreq_init_rwin() had done for the SYN-ACK. This does the same at the entry of tcp_select_initial_window(). A caller
 * that had done it already is not affected, and sockets that do not listen are left alone.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <net/tcp.h>

/* Positions among the arguments of tcp_select_initial_window(sk, space, mss, rcv_wnd, window_clamp, ...); Linux 4.17 and later. */
enum { SOCKET = 0, WINDOW_CLAMP = 4 };

static bool enabled = true;
module_param(enabled, bool, 0644);
MODULE_PARM_DESC(enabled, "N: leave everything as it is, where a module cannot be removed");

static unsigned long mended;
module_param(mended, ulong, 0444);
MODULE_PARM_DESC(mended, "how many clamps were lowered");

static int lower_clamp(struct kprobe *probe, struct pt_regs *regs)
{
	const struct sock *sk = (const struct sock *)regs_get_kernel_argument(regs, SOCKET);
	u32 *clamp = (u32 *)regs_get_kernel_argument(regs, WINDOW_CLAMP);
	u32 space;

	if (!enabled || sk->sk_state != TCP_LISTEN || !(sk->sk_userlocks & SOCK_RCVBUF_LOCK))
		return 0;
	space = tcp_full_space(sk);
	if (*clamp == 0 || *clamp > space) {
		*clamp = space;
		mended++;
	}
	return 0;
}

static struct kprobe probe = {
	.symbol_name = "tcp_select_initial_window",
	.pre_handler = lower_clamp,
};

static int __init window_scale_kprobe_init(void)
{
	return register_kprobe(&probe);
}

static void __exit window_scale_kprobe_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(window_scale_kprobe_init);
module_exit(window_scale_kprobe_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("window scale of connections from SYN cookies, where commit 909172a14974 is missing");
