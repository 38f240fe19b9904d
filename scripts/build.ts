import { join } from 'node:path'
import { loadEnv, build as viteBuild } from 'vite'
import type { RebuildFailure } from '#server/publishing/publishing-options.ts'
import { bundleContent } from './bundle-content.ts'
import { compressFiles } from './compress.ts'
import { deriveAll } from './derive-images.ts'
import { prerenderPages } from './prerender.ts'
import { checkedPublicEnv } from './run/public-env.ts'
import { runCommand } from './run/run-command.ts'

export interface BuildOptions {
  readonly outDir: string
  readonly ssrDir: string
  /** `all` for a static host; `on-demand` where server/web.ts makes a derived picture when it is first asked for. */
  readonly derivatives: 'all' | 'on-demand'
}

/**
 * Builds the site from the environment's variables (VITE_…): both bundles, the pages' HTML, the derived pictures.
 * Answers with what holds the seed's content because the CMS did not answer.
 */
export async function buildSite({ outDir, ssrDir, derivatives }: BuildOptions): Promise<readonly RebuildFailure[]> {
  await bundleContent()
  await viteBuild({ logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  await viteBuild({
    logLevel: 'warn',
    build: { outDir: ssrDir, emptyOutDir: true, ssr: 'src/prerender.tsx', copyPublicDir: false },
  })
  const failures = await prerenderPages({ outDir, ssrDir })
  await compressFiles(outDir)
  if (derivatives === 'all') await deriveAll(join(outDir, 'media/derived'), reportProgress)
  return failures
}

function reportProgress(done: number, total: number) {
  if (done % 200 === 0 || done === total) console.log(`Pictures: ${done} of ${total}`)
}

if (import.meta.main) {
  await runCommand(async () => {
    checkedPublicEnv(loadEnv('production', process.cwd()))
    const failures = await buildSite({ outDir: 'dist', ssrDir: 'dist-ssr', derivatives: 'all' })
    for (const { what, reason } of failures) console.warn(`Made of the seed: ${what}. ${reason}`)
  })
}
