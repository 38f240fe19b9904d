/** Whether a host name of a URL is this machine's own: what is sent there does not leave it. */
export const isLoopbackHost = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
