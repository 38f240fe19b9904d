import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { cacheResult } from './cache-result.ts'
import type { HealthCheck } from './health-report.ts'
import type { Monitoring } from './monitoring.ts'

interface DiskCheckOptions extends Pick<Monitoring, 'minFreeDiskBytes' | 'metrics'> {
  /** May not exist yet. */
  readonly folder: string
  /** Label of the folder in the metrics. */
  readonly name: 'data' | 'pages'
}

/** Creates a check that is degraded when the file system of the folder has little free space. It does not test writes. */
export function createDiskHealthCheck({ folder, name, minFreeDiskBytes, metrics }: DiskCheckOptions): HealthCheck {
  return cacheResult(
    async () => {
      const { bavail, blocks, bsize } = await statNearestFolder(resolve(folder))
      const [freeBytes, sizeBytes] = [bavail * bsize, blocks * bsize]
      metrics?.diskFree.set({ folder: name }, freeBytes)
      metrics?.diskSize.set({ folder: name }, sizeBytes)
      const isLow = freeBytes < minFreeDiskBytes
      return { status: isLow ? 'degraded' : 'ok', ...(isLow && { reason: 'little disk space' }), freeBytes, sizeBytes }
    },
    { maxAgeMs: 10_000, timeoutMs: 2_000 },
  )
}

/** File system statistics of the folder, or of its nearest existing parent. */
async function statNearestFolder(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder)
  } catch (error) {
    const parent = dirname(folder)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || parent === folder) throw error
    return statNearestFolder(parent)
  }
}
