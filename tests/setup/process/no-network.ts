/** Finds the address of this machine only. */
const PROGRAM = `
  import dns from 'node:dns'
  const { lookup } = dns
  dns.lookup = (name, ...rest) =>
    ['127.0.0.1', 'localhost'].includes(name)
      ? lookup(name, ...rest)
      : rest.at(-1)(Object.assign(new Error(name + ' is asked, and there is no network'), { code: 'ENOTFOUND' }))`

/** A variable by which a program of Node, and each that it starts, runs as on a machine without a network. */
export const NO_NETWORK = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PROGRAM)}` } as const
