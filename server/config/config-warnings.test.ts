import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findConfigWarnings, getEnvFiles, KNOWN_VARIABLES } from './config-warnings.ts'

async function envFile(text: string, mode = 0o600): Promise<string> {
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
  ])('%s is compared with the settings', (name, meant) => {
    expect(findConfigWarnings({ env: { [name]: 'x' }, envFiles: [] })).toEqual(
      meant ? [`${name}: is not a setting and has no effect; ${meant} is one`] : [],
    )
  })

  test.each(['PATH', 'HOME', 'HOSTNAME', 'MAILTO', 'APP_URL', 'INVOCATION_ID', 'npm_config_yes'])(
    '%s is not ours',
    (name) => {
      expect(findConfigWarnings({ env: { [name]: 'x' }, envFiles: [] })).toEqual([])
    },
  )

  test('that is a setting is no mistake', () => {
    expect(
      findConfigWarnings({ env: Object.fromEntries(KNOWN_VARIABLES.map((name) => [name, 'x'])), envFiles: [] }),
    ).toEqual([])
  })
})

describe('a settings file', () => {
  test('that only its owner reads, with known variables, is right', async () => {
    const file = await envFile('PORT=3000\n# comment\nSMTP_URL=smtps://u:p@mail.example\n')
    expect(findConfigWarnings({ env: { PORT: '3000' }, envFiles: [file] })).toEqual([])
  })

  test('has no variable that nothing reads', async () => {
    const file = await envFile('RETENTION=30\n')
    expect(findConfigWarnings({ env: { RETENTION: '30' }, envFiles: [file] })).toEqual([
      'RETENTION: is not a setting and has no effect; remove it from the file',
    ])
  })

  test.each([0o644, 0o640, 0o604])('with mode %o can be read by others', async (mode) => {
    const file = await envFile('PORT=3000\n', mode)
    expect(findConfigWarnings({ env: {}, envFiles: [file] })).toEqual([
      `${file}: other users can read it; chmod 600 ${file}`,
    ])
  })

  test('is one that Node was told to read, and that exists', async () => {
    const file = await envFile('PORT=3000\n')
    expect(getEnvFiles([`--env-file=${file}`, `--env-file-if-exists=${file}.none`, '--import=x'])).toEqual([file])
  })
})

test('README.md has the same settings', async () => {
  const tables = (await readFile('README.md', 'utf8')).match(/^\| `[A-Z].*$/gm) ?? []
  const names = tables.flatMap((row) => {
    const [, variables = ''] = row.split('|')
    return [...variables.matchAll(/`([A-Z_]+)(?:=\w+)?`/g)].map(([, name]) => name)
  })
  const ofCompose = ['SITE_ADDRESS', 'POSTGRES_PASSWORD']
  expect(new Set(KNOWN_VARIABLES.filter((name) => !ofCompose.includes(name)))).toEqual(new Set(names))
})
