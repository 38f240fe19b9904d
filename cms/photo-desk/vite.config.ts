import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig, type Plugin } from 'vite'

const ROLLDOWN_OPTIONS: NonNullable<BuildOptions['rolldownOptions']> = {
  // Web servers send `.js` as a script, but not all of them `.mjs`, the extension of the HEIC decoder.
  output: { assetFileNames: ({ names }) => `assets/[name]-[hash]${names[0]?.endsWith('.mjs') ? '.js' : '[extname]'}` },
  // Builds that share the processor exceed the usual times of plugins.
  checks: { pluginTimings: false },
  // workerpool runs in Node too, and loads modules of Node only there.
  onLog: (level, log, handle) => {
    if (!/externalized for browser compatibility, imported by .*\/workerpool\//.test(log.message)) handle(level, log)
  },
}

/** Writes the license of libheif (LGPL-3.0) beside its file, as the license requires. */
const heicDecoderLicensePlugin = (): Plugin => ({
  name: 'heic-decoder-license',
  generateBundle() {
    const file = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/LICENSE')
    this.emitFile({ type: 'asset', fileName: 'assets/libheif.LICENSE.txt', source: readFileSync(file) })
  },
})

/** Builds the photo desk as static files that the site's server serves below /photo-desk/. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/photo-desk/',
  envDir: false, // the desk has no configuration of its own: Contentful passes it to the app
  publicDir: false,
  plugins: [react(), heicDecoderLicensePlugin()],
  // package.json cannot map `#shared/` to a folder above its own.
  resolve: { alias: [{ find: /^#(cms|shared)\//, replacement: join(import.meta.dirname, '../../$1/') }] },
  // Modules, so that a worker loads the HEIC decoder only for the first HEIC file.
  worker: { format: 'es', rolldownOptions: ROLLDOWN_OPTIONS },
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: ROLLDOWN_OPTIONS,
  },
})
