/** Whether the host name of a URL is a loopback name or address, so that requests do not leave this machine. */
export const isLoopbackHost = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
