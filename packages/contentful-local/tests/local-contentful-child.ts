import { startLocalContentful } from 'contentful-local'

/**
 * Runs a local Contentful in a process of its own, which answers a message with the processor time that it has used in ms, and
 * ends when its parent disconnects.
 */
const folder = process.argv[2]
const { url } = await startLocalContentful(folder === undefined ? {} : { folder })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1_000)
})
process.on('disconnect', () => process.exit())
process.send?.(url)
