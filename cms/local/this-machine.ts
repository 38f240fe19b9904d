const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Whether a host's name, without its port, means this machine. */
export const isThisMachine = (hostname: string): boolean => NAMES.includes(hostname)

/** Whether an address leads to a web server on this machine. */
export const leadsHere = ({ protocol, hostname }: URL): boolean => /^https?:$/.test(protocol) && isThisMachine(hostname)
