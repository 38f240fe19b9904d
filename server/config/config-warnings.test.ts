import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'
import { findConfigWarnings, getEnvFiles, KNOWN_VARIABLES } from './config-warnings.ts'
import { REFUSED_VARIABLES } from './removed-variables.ts'

async function writeEnvFile(text: string, mode = 0o600): Promise<string> {
  const folder = await createTestFolder()
  const file = join(folder, '.env')
  await writeFile(file, text)
  await chmod(file, mode)
  return file
}

describe('a variable in the environment', () => {
  test.each([
    ['RETENTION_DAY', 'RETENTION_DAYS'],
    ['TRUSTED_PROXY', undefined],
    ['TRUSTED_PROXIE', 'TRUSTED_PROXIES'],
    ['site_origins', 'SITE_ORIGINS'],
    ['VITE_SITE_URI', 'VITE_SITE_URL'],
    ...['PATH', 'HOSTNAME', 'MAILTO', 'APP_URL', 'INVOCATION_ID', 'npm_config_yes'].map((name) => [name, undefined]),
  ])('%s is compared with the known variables', (name = '', expected) => {
    expect(findConfigWarnings({ env: { [name]: 'x' }, envFiles: [] })).toEqual(
      expected ? [`${name}: is not a setting and has no effect; ${expected} is one`] : [],
    )
  })

  test('that was a setting before is named with what to do, unless it stops the start', () => {
    const warningsOf = (name: string) => findConfigWarnings({ env: { [name]: 'x' }, envFiles: [] })
    for (const name of ['SESSION_MINUTES', 'LOGINS_PER_DAY', 'MESSAGES_PER_SESSION'])
      expect(warningsOf(name)).toEqual([expect.stringMatching(`^${name}: has no effect any more; remove it: .+`)])
    for (const name of Object.keys(REFUSED_VARIABLES)) expect(warningsOf(name)).toEqual([])
  })
})

describe('a settings file', () => {
  test('that only its owner can read, with known variables and those of Node, causes no warning', async () => {
    const foreign = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY', 'PGSSLMODE', 'TZ', 'SSL_CERT_FILE']
    const text = foreign.map((name) => `${name}=x\n`).join('')
    const file = await writeEnvFile(`PORT=3000\n# comment\nSMTP_URL=smtps://u:p@mail.example\n${text}`)
    expect(findConfigWarnings({ env: {}, envFiles: [file] })).toEqual([])
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

test('docs/configuration.md lists the same settings, 45 at most', async () => {
  const tables = (await readFile('docs/configuration.md', 'utf8')).match(/^\| `[A-Z].*$/gm) ?? []
  const names = tables.flatMap((row) => {
    const [, variables = ''] = row.split('|')
    return [...variables.matchAll(/`([A-Z_]+)(?:=\w+)?`/g)].map(([, name]) => name)
  })
  const composeVariables = ['SITE_ADDRESS', 'POSTGRES_PASSWORD']
  const variables = KNOWN_VARIABLES.filter((name) => !composeVariables.includes(name))
  expect(new Set(variables)).toEqual(new Set(names))
  const testVariables = ['CHROMIUM', 'FIREFOX']
  expect(new Set(names).size - testVariables.length).toBeLessThanOrEqual(45)
})
