import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { findConfigWarnings, KNOWN_VARIABLES } from './config-warnings.ts'

test.each([
  ['RETENTION_DAY', 'RETENTION_DAYS'],
  ['TRUSTED_PROXY', undefined],
  ['site_origins', 'SITE_ORIGINS'],
  ['RETENTION_DAYS\u200b', 'RETENTION_DAYS'],
  ...['PATH', 'HOSTNAME', 'MAILTO', 'APP_URL', 'SMTPURL', 'npm_config_yes'].map((name) => [name, undefined]),
])('the variable %s is compared with the known ones', (name = '', expected) => {
  expect(findConfigWarnings({ env: { [name]: 'x' }, envFiles: [] })).toEqual(
    expected ? [`${name}: is not a setting and has no effect; ${expected} is one`] : [],
  )
})

test('a settings file causes a warning of an unknown variable, of none of Node’s, and if others can read it', async () => {
  const file = join(await createTestFolder(), '.env')
  const foreign = `NODE_EXTRA_CA_CERTS HTTPS_PROXY http_proxy ALL_PROXY NO_PROXY PGSSLMODE TZ LANG LC_ALL PATH TMPDIR
    SSL_CERT_FILE npm_config_yes UV_THREADPOOL_SIZE OPENSSL_CONF NO_COLOR FORCE_COLOR`.split(/\s+/)
  await writeFile(file, foreign.map((name) => `${name}=x\n`).join(''), { mode: 0o600 })
  expect(findConfigWarnings({ env: {}, envFiles: [file] })).toEqual([])
  await writeFile(file, 'RETENTION=30\n')
  expect(findConfigWarnings({ env: { RETENTION: '30' }, envFiles: [file] })).toEqual([
    'RETENTION: is not a setting and has no effect; remove it from the file',
  ])
  await writeFile(file, 'PORT=3000\n')
  for (const mode of [0o640, 0o604]) {
    await chmod(file, mode)
    const warning = `${file}: other users can read it; chmod 600 ${file}`
    expect(findConfigWarnings({ env: {}, envFiles: [file] })).toEqual([warning])
  }
})

test('§12.13 docs/configuration.md lists the same settings, 45 at most, and the sample has some of them', async () => {
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
  const sample = (await readFile('deploy/production.env', 'utf8')).matchAll(/^#? ?([A-Z_]+)=/gm)
  const sampleNames = [...sample].map(([, name = '']) => name)
  expect(sampleNames).toContain('SITE_ORIGINS')
  expect(sampleNames.filter((name) => !KNOWN_VARIABLES.includes(name))).toEqual([])
})

test('.env.example has settings only, and sets none of them before a developer does', async () => {
  const sample = await readFile('.env.example', 'utf8')
  const names = [...sample.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(names).toContain('CONTENTFUL_SPACE_ID')
  expect(names.filter((name) => !KNOWN_VARIABLES.includes(name))).toEqual([])
  expect(parseEnv(sample)).toEqual({})
})

test('a limit of an address that is larger than the share of its network causes a warning', () => {
  const warn = (env: Readonly<Record<string, string>>) => findConfigWarnings({ env, envFiles: [] })
  expect(warn({ MESSAGES_PER_ADDRESS_PER_DAY: '51' })).toEqual([
    'MESSAGES_PER_ADDRESS_PER_DAY: is more than 50, 2 % of MESSAGES_PER_DAY, which counts instead; set MESSAGES_PER_DAY to 2550 or more',
  ])
  expect(warn({ MESSAGES_PER_ADDRESS_PER_DAY: '100', MESSAGES_PER_DAY: '5000' })).toEqual([])
  expect(warn({ MESSAGES_PER_ADDRESS_PER_DAY: '1', MESSAGES_PER_DAY: '10' })).toEqual([])
})
