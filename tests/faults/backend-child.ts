import { startBackend } from '#server/backend.ts'
import { backendConfig } from '#server/config.ts'

/**
 * A backend in a process of its own, to be killed. Its leases are short, and yet longer than an attempt: what a killed one
 * had on its way goes out again while the test waits.
 */
process.on('disconnect', () => process.exit())
const smtp = { connect: 3_000, silence: 3_000, attempt: 3_500 }
const { url } = await startBackend(backendConfig(process.env), { lease: 4_000, poll: 100, smtp })
process.send?.(url)
