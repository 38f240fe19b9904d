import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findConfigWarnings, getEnvFiles, KNOWN_VARIABLES } from './config-warnings.ts'

async function writeEnvFile(text: string, mode = 0o600): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, '.env')
  await writeFile(file, text)
  await chmod(file, mode)
  return file
}

describe('a variable in the environment', () => {
  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['RETENTION_DAY', 'RETENTION_DAYS'],
    ['TRUSTED_PROXY', undefined],
    ['TRUSTED_PROXIE', 'TRUSTED_PROXIES'],
    ['site_origins', 'SITE_ORIGINS'],
    ['VITE_SITE_URI', 'VITE_SITE_URL'],
  ])('%s is compared with the known variables', (name, expected) => {
    expect(findConfigWarnings({ env: { [name]: 'x' }, envFiles: [] })).toEqual(
      expected ? [`${name}: is not a setting and has no effect; ${expected} is one`] : [],
    )
  })

  test.each(['PATH', 'HOME', 'HOSTNAME', 'MAILTO', 'APP_URL', 'INVOCATION_ID', 'npm_config_yes'])(
    '%s is ignored',
    (name) => {
      expect(findConfigWarnings({ env: { [name]: 'x' }, envFiles: [] })).toEqual([])
    },
  )

  test('that is known causes no warning', () => {
    expect(
      findConfigWarnings({ env: Object.fromEntries(KNOWN_VARIABLES.map((name) => [name, 'x'])), envFiles: [] }),
    ).toEqual([])
  })
})

describe('a settings file', () => {
  test('that only its owner can read, with known variables, causes no warning', async () => {
    const file = await writeEnvFile('PORT=3000\n# comment\nSMTP_URL=smtps://u:p@mail.example\n')
    expect(findConfigWarnings({ env: { PORT: '3000' }, envFiles: [file] })).toEqual([])
  })

  test('with an unknown variable causes a warning', async () => {
    const file = await writeEnvFile('RETENTION=30\n')
    expect(findConfigWarnings({ env: { RETENTION: '30' }, envFiles: [file] })).toEqual([
      'RETENTION: is not a setting and has no effect; remove it from the file',
    ])
  })

  test.each([0o644, 0o640, 0o604])('with mode %o causes a warning', async (mode) => {
    const file = await writeEnvFile('PORT=3000\n', mode)
    expect(findConfigWarnings({ env: {}, envFiles: [file] })).toEqual([
      `${file}: other users can read it; chmod 600 ${file}`,
    ])
  })

  test('is an existing file of Node’s command line', async () => {
    const file = await writeEnvFile('PORT=3000\n')
    expect(getEnvFiles([`--env-file=${file}`, `--env-file-if-exists=${file}.none`, '--import=x'])).toEqual([file])
  })
})

test('docs/configuration.md lists the same settings', async () => {
  const tables = (await readFile('docs/configuration.md', 'utf8')).match(/^\| `[A-Z].*$/gm) ?? []
  const names = tables.flatMap((row) => {
    const [, variables = ''] = row.split('|')
    return [...variables.matchAll(/`([A-Z_]+)(?:=\w+)?`/g)].map(([, name]) => name)
  })
  const composeVariables = ['SITE_ADDRESS', 'POSTGRES_PASSWORD']
  expect(new Set(KNOWN_VARIABLES.filter((name) => !composeVariables.includes(name)))).toEqual(new Set(names))
})
