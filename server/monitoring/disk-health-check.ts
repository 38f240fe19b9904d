import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { cacheResult } from './cache-result.ts'
import type { HealthCheck } from './health-report.ts'
import type { Monitoring } from './monitoring.ts'

interface DiskCheckOptions extends Pick<Monitoring, 'minFreeDisk' | 'metrics'> {
  /** Where something is kept; it need not exist yet. */
  readonly folder: string
  /** The folder's name in the metrics. */
  readonly name: 'data' | 'pages'
}

/** Degraded when less than `minFreeDisk` is free where the folder is. Whether writing still works, other checks find out. */
export function createDiskHealthCheck({ folder, name, minFreeDiskBytes, metrics }: DiskCheckOptions): HealthCheck {
  return cacheResult(
    async () => {
      const { bavail, blocks, bsize } = await statfsOfNearest(resolve(folder))
      const [freeBytes, sizeBytes] = [bavail * bsize, blocks * bsize]
      metrics?.diskFree.set({ folder: name }, freeBytes)
      metrics?.diskSize.set({ folder: name }, sizeBytes)
      const isLow = freeBytes < minFreeDiskBytes
      return { status: isLow ? 'degraded' : 'ok', ...(isLow && { reason: 'little disk space' }), freeBytes, sizeBytes }
    },
    { maxAgeMs: 10_000, timeoutMs: 2_000 },
  )
}

/** Of the folder, or of the nearest one above that exists. */
async function statfsOfNearest(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder)
  } catch (error) {
    const parent = dirname(folder)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || parent === folder) throw error
    return statfsOfNearest(parent)
  }
}
