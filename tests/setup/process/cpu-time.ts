/** ms of processor time that this process has used: what a test measures is the same while other work delays it. */
export function readCpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
