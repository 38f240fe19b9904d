/** Returns the CPU time of this process, in ms. Unlike elapsed time it does not depend on other processes. */
export function readCpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
