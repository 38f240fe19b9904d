import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { getEditorFiles } from './editor/editor-routes.ts'

/**
 * Writes the package as others install it, by default to `dist/package`: JavaScript and type declarations of the entry points,
 * the built editor, the documents and a package.json. Node does not run TypeScript inside node_modules. Argument: another
 * folder.
 */

const root = import.meta.dirname
const dist = resolve(process.argv[2] ?? join(root, 'dist/package'))
const source = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const entries = Object.values<string>({ ...source.exports, bin: `./${source.bin['contentful-local']}` })

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node22',
    outDir: dist,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: entries,
      // Modules find files beside themselves by import.meta.dirname.
      output: { preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' },
    },
  },
})
execFileSync(join(root, '../../node_modules/.bin/tsc'), ['-p', join(root, 'tsconfig.build.json'), '--outDir', dist], {
  stdio: 'inherit',
})

const toExport = (entry: string) => ({ types: entry.replace('.ts', '.d.ts'), default: entry.replace('.ts', '.js') })
const { private: _, scripts: __, devDependencies: ___, ...published } = source
const manifest = {
  ...published,
  bin: { [source.name]: 'bin.js' },
  exports: Object.fromEntries(Object.entries<string>(source.exports).map(([path, entry]) => [path, toExport(entry)])),
  imports: { '#local/*.ts': { types: './*.d.ts' } },
  files: ['**/*.js', '**/*.d.ts', 'editor/dist', 'CHANGELOG.md'],
}
await writeFile(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
for (const name of ['README.md', 'CHANGELOG.md']) await cp(join(root, name), join(dist, name))
await cp(join(root, '../../LICENSE'), join(dist, 'LICENSE'))
const editorFolder = join(dist, 'editor/dist')
await mkdir(editorFolder)
for (const [name, text] of await getEditorFiles()) await writeFile(join(editorFolder, name), text)
