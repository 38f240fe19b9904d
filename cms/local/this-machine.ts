const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Whether a host's name, without its port, means this machine. */
export const isLoopbackHost = (hostname: string): boolean => NAMES.includes(hostname)

/** Whether an address leads to a web server on this machine. */
export const isLoopbackUrl = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && isLoopbackHost(hostname)
