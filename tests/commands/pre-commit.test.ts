import { spawnSync } from 'node:child_process'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'

const FORMATTED = "import './b.ts'\n"
const UNFORMATTED = 'import "./b.ts"\n'

const BIOME_CONFIG = JSON.stringify({
  vcs: { enabled: true, clientKind: 'git', useIgnoreFile: true },
  javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded' } },
})

const FOLDER_TABLE = `
| Folder | Contains | May import |
|---|---|---|
| \`scripts/test\` | checks | \`scripts/lint\` |
| \`scripts/lint\` | the check of this table | nothing |
`

let folder: string
let repository: string

/** Runs git as a client with windows may: the `node` in its PATH does not work. Without the settings of this machine. */
function git(args: readonly string[], cwd = repository) {
  const user = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' }
  const env = { PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...user }
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

const write = (file: string, text: string, cwd = repository) => writeFile(join(cwd, file), text)
const commit = (args: readonly string[] = [], cwd = repository) => git(['commit', '--message=Change', ...args], cwd)
const installPackages = (cwd: string) => symlink(resolve('node_modules'), join(cwd, 'node_modules'))

/** Creates a repository with the hook turned on and one commit. */
beforeEach(async () => {
  folder = await createTestFolder()
  repository = join(folder, 'a repository')
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/node'), '#!/bin/sh\nexit 9\n', { mode: 0o755 })
  await cp('.githooks', join(repository, '.githooks'), { recursive: true })
  await write('biome.json', BIOME_CONFIG)
  await write('.gitignore', '/node_modules\n')
  for (const name of ['import-rules.ts', 'check-imports.ts'])
    await cp(join('scripts/lint', name), join(repository, 'scripts/lint', name))
  await mkdir(join(repository, 'docs'))
  await mkdir(join(repository, 'scripts/test'))
  await write('docs/architecture.md', FOLDER_TABLE)
  await write('scripts/test/checks.ts', 'export {}\n')
  await write('a file.ts', FORMATTED)
  await write('b.ts', 'export {}\n')
  git(['init', '--quiet'])
  git(['add', '.'])
  commit()
  git(['config', 'core.hooksPath', '.githooks'])
  await installPackages(repository)
})

test('refuses staged files with a wrong format or against a rule, and names them', async () => {
  await write('a file.ts', UNFORMATTED)
  await write('b.ts', 'debugger\n')
  git(['add', '.'])
  const { status, output } = commit()
  expect(status).toBe(1)
  expect(output).toMatch(/^a file\.ts format/m)
  expect(output).toMatch(/^b\.ts:1:1 lint\/suspicious\/noDebugger/m)
  expect(output).toContain('Nothing is committed. ')
  expect(git(['rev-list', '--count', 'HEAD']).output).toBe('1\n')
})

test('refuses a staged import that the table of folders does not allow', async () => {
  await write('scripts/lint/a.ts', "import '#scripts/test/checks.ts'\n")
  git(['add', '.'])
  const { status, output } = commit()
  expect(status).toBe(1)
  expect(output).toContain(
    'scripts/lint/a.ts:1 imports scripts/test/checks.ts, but scripts/lint imports no other folder',
  )
})

test('checks what is staged, not the files of the working tree', async () => {
  await write('a file.ts', `${FORMATTED}export const c = 1\n`)
  git(['add', '.'])
  await write('a file.ts', UNFORMATTED)
  expect(commit().status).toBe(0)
  git(['add', '.'])
  await write('a file.ts', FORMATTED)
  expect(commit().status).toBe(1)
})

test('lets other commits pass: deletions, files of other kinds, a new message', async () => {
  await write('start.sh', 'exit  0\n')
  await mkdir(join(repository, 'public'))
  await write('public/old.js', UNFORMATTED)
  git(['add', '.'])
  expect(commit().status).toBe(0)
  git(['rm', '--quiet', 'a file.ts'])
  expect(commit().status).toBe(0)
  expect(commit(['--amend']).status).toBe(0)
})

test('without packages says so and lets the commit pass; a worktree with packages is checked', async () => {
  const worktree = join(folder, 'worktree')
  git(['worktree', 'add', '--quiet', worktree])
  await write('b.ts', UNFORMATTED, worktree)
  expect(commit(['--all'], worktree)).toEqual({ status: 0, output: expect.stringContaining('Biome is not installed') })
  await installPackages(worktree)
  await write('a file.ts', UNFORMATTED, worktree)
  expect(commit(['--all'], worktree)).toEqual({ status: 1, output: expect.stringMatching(/^a file\.ts format/m) })
  await rm(join(worktree, 'a file.ts'))
  expect(commit(['--all'], worktree).status).toBe(0)
})
