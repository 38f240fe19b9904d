import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveImage } from '#scripts/build/derive-images.ts'
import { LOCAL_HOST } from '#scripts/dev/ports.ts'
import { createApp } from '#server/app.ts'
import { compressFiles } from '#server/rendering/compressed-files.ts'

/**
 * Serves a copy of a built site whose pages have no scripts and no preloads of scripts: the lower limit of what a page can
 * cost. The other bytes, the headers and the server are the same.
 */
export async function startScriptFreeSite(outDir: string) {
  const root = await mkdtemp(join(tmpdir(), 'script-free-'))
  await cp(outDir, root, { recursive: true })
  for (const file of await readdir(root, { recursive: true })) {
    if (!file.endsWith('.html')) continue
    const path = join(root, file)
    await writeFile(path, removeScripts(await readFile(path, 'utf8')))
    for (const extension of ['.br', '.gz']) await rm(path + extension, { force: true })
  }
  await compressFiles(root)
  const app = createApp({ site: root, findDerivedFile: deriveImage })
  const url = await app.listen({ port: 0, host: LOCAL_HOST })
  return {
    url,
    async [Symbol.asyncDispose]() {
      await app.close()
      await rm(root, { recursive: true })
    },
  }
}

/** Removes script elements, also data blocks, and the links that preload scripts. */
const removeScripts = (html: string): string =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link\b[^>]*\b(?:rel="modulepreload"|as="script")[^>]*>/g, '')
