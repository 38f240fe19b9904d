import { startLocalContentful } from '#local/server.ts'

/** Runs a second server of a state folder in a process of its own. */
const { url } = await startLocalContentful({ port: 0, folder: process.argv[2] ?? '' })
process.send?.(url)
