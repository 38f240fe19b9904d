import { describe, expect, test } from 'vitest'
import { PRODUCTION_ENV } from '#tests/setup/server/test-backend.ts'
import { ConfigError } from './config/environment.ts'
import { parseBackendConfig, parseWebConfig } from './config.ts'

const MAIL_ENV = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'web@site.example', MAIL_TO: 'office@site.example' }
const CAPTCHA_SECRET = 's3cret-of-the-captcha'

/** The lines of the error for these variables. */
function findIssues(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    parseBackendConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

const DAY_MS = 24 * 60 * 60_000

test('without variables the backend is reachable on this machine only', () => {
  expect(parseBackendConfig({})).toMatchObject({
    isProduction: false,
    host: '127.0.0.1',
    database: { file: '.backend/backend.sqlite' },
    emailTransport: { folder: '.backend/outbox' },
    captcha: undefined,
    trustedProxies: [],
    sessionLifetimeMs: 3_600_000,
    retention: { messagesMs: undefined, spamMs: 30 * DAY_MS },
  })
})

test('an empty variable counts as unset', () => {
  expect(parseBackendConfig({ DATABASE_URL: '', BACKEND_PORT: '', SITE_ORIGINS: '' })).toEqual(parseBackendConfig({}))
})

test('uses the configured database, mail server, captcha and origins', () => {
  const config = parseBackendConfig({
    ...MAIL_ENV,
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://site@db.example/site',
    CAPTCHA_SECRET,
    SITE_ORIGINS: 'https://site.example, https://www.site.example',
    TRUSTED_PROXIES: '10.0.0.0/8',
  })
  expect(config).toMatchObject({
    isProduction: true,
    database: { url: 'postgres://site@db.example/site' },
    emailTransport: { smtp: MAIL_ENV.SMTP_URL },
    email: { from: 'web@site.example', to: 'office@site.example' },
    captcha: { secret: CAPTCHA_SECRET, hostnames: ['site.example', 'www.site.example'], minScore: 0.5 },
    origins: ['https://site.example', 'https://www.site.example'],
    trustedProxies: ['10.0.0.0/8'],
  })
})

test.each([
  [{ RETENTION_DAYS: '365' }, { messagesMs: 365 * DAY_MS, spamMs: 30 * DAY_MS }],
  [{ RETENTION_DAYS: '7' }, { messagesMs: 7 * DAY_MS, spamMs: 7 * DAY_MS }],
  [
    { RETENTION_DAYS: '7', SPAM_RETENTION_DAYS: '2' },
    { messagesMs: 7 * DAY_MS, spamMs: 2 * DAY_MS },
  ],
  [{ SPAM_RETENTION_DAYS: '365' }, { messagesMs: undefined, spamMs: 365 * DAY_MS }],
])('%o deletes spam no later than other messages', (env, retention) => {
  expect(parseBackendConfig(env).retention).toEqual(retention)
})

describe('an invalid variable', () => {
  test.each([
    [{ ...PRODUCTION_ENV, CAPTCHA_SECRET: '' }, /^CAPTCHA_SECRET: is missing; set/],
    [{ SMTP_URL: MAIL_ENV.SMTP_URL }, /^MAIL_FROM: is missing; set .*\nMAIL_TO: is missing; set/],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL: set a mail server’s address/],
    [{ ...MAIL_ENV, MAIL_TO: 'office' }, /^MAIL_TO: set one e-mail address/],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL: set a PostgreSQL address/],
    [{ BACKEND_PORT: 'http' }, /^BACKEND_PORT: set a whole number from 0 to 65535/],
    [{ BACKEND_PORT: '65536' }, /^BACKEND_PORT: set a whole number from 0 to 65535/],
    [{ SESSION_MINUTES: '1.5' }, /^SESSION_MINUTES: set a whole number/],
    [{ RETENTION_DAYS: '0' }, /^RETENTION_DAYS: set a whole number of days from 1 to 36500/],
    [{ RETENTION_DAYS: '30d' }, /^RETENTION_DAYS: set a whole number of days from 1 to 36500/],
    [{ SPAM_RETENTION_DAYS: '1.5' }, /^SPAM_RETENTION_DAYS: set a whole number from 1 to 36500/],
    [{ CAPTCHA_MIN_SCORE: '2' }, /^CAPTCHA_MIN_SCORE: set a number above 0 and up to 1/],
    [{ CAPTCHA_MIN_SCORE: '-1' }, /^CAPTCHA_MIN_SCORE: set a number above 0/],
    [{ SITE_ORIGINS: 'https://site.example/' }, /^SITE_ORIGINS.*"https:\/\/site.example\/" is not an origin; set/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: set one of fatal/],
    [{ TRUSTED_PROXIES: 'nginx' }, /^TRUSTED_PROXIES.*"nginx" is not an address/],
  ])('throws with its name and what to set: %o', (env, message) => {
    expect(() => parseBackendConfig(env)).toThrow(message)
  })

  test.each([
    [() => parseBackendConfig({ BACKEND_HOST: 'localhost' }), 'BACKEND_HOST'],
    [() => parseWebConfig({ HOST: 'localhost' }), 'HOST'],
  ])('is a host with two addresses', (read, name) => {
    expect(read).toThrow(`${name}: names two addresses; set 127.0.0.1 for this machine, or 0.0.0.0 for all`)
  })

  test('is reported together with all other missing and invalid ones, a line each', () => {
    const env = { NODE_ENV: 'production', SITE_ORIGINS: 'site.example', BACKEND_PORT: 'http', MAIL_TO: 'office' }
    expect(findIssues(env).map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'BACKEND_PORT',
      'SMTP_URL',
      'MAIL_FROM',
      'MAIL_TO',
      'CAPTCHA_SECRET',
      'SITE_ORIGINS',
    ])
  })

  test('does not appear with its password in the message', () => {
    expect(() => parseBackendConfig({ SMTP_URL: 'ftp://u:p4ss@mail.example' })).toThrow(/^(?!.*p4ss)/s)
  })

  test.each([
    { DATABASE_URL: 'mysql://u:p4ss@db.example/x' },
    { DATABASE_URL: 'postgres://u:p4ss@/x' },
    { SMTP_URL: 'smtp://u:p4ss@' },
    { SITE_ORIGINS: 'https://u:p4ss@site.example' },
    { TRUSTED_PROXIES: 'postgres://u:p4ss@db.example' },
    { CAPTCHA_VERIFY_URL: 'http://site.example/?secret=p4ss' },
    { ...PRODUCTION_ENV, CAPTCHA_SECRET: 'p4ss' },
    { COOKIE_DOMAIN: 'u:p4ss@site.example' },
    { NODE_ENV: 'p4ss', LOG_LEVEL: 'p4ss', MAIL_TO: 'p4ss', BACKEND_PORT: 'p4ss' },
  ])('does not reveal a secret in the message: %o', (env) => {
    const lines = findIssues(env)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join()).not.toContain('p4ss')
  })
})

describe('production', () => {
  test('accepts a complete configuration', () => {
    expect(parseBackendConfig(PRODUCTION_ENV)).toMatchObject({
      isProduction: true,
      captcha: { secret: PRODUCTION_ENV.CAPTCHA_SECRET },
    })
  })

  test.each(['SMTP_URL', 'MAIL_FROM', 'MAIL_TO', 'CAPTCHA_SECRET', 'SITE_ORIGINS'])('requires %s', (name) => {
    for (const value of ['', '  ']) {
      const lines = findIssues({ ...PRODUCTION_ENV, [name]: value })
      expect(lines).toEqual([expect.stringMatching(`^${name}: is missing; set .+`)])
    }
  })

  test('reports everything that is missing', () => {
    expect(findIssues({ NODE_ENV: 'production' })).toHaveLength(5)
  })

  test.each(['prod', 'Production', 'production ', 'live', '1'])(
    'requires the exact value of NODE_ENV, not %o',
    (value) => {
      const lines = findIssues({ NODE_ENV: value })
      expect(lines[0]).toMatch(/^NODE_ENV: set production on a server/)
      expect(lines, 'and the requirements of production').toHaveLength(6)
    },
  )

  test('requires a captcha score above 0', () => {
    expect(findIssues({ ...PRODUCTION_ENV, CAPTCHA_MIN_SCORE: '0' })).toEqual([
      expect.stringMatching(/^CAPTCHA_MIN_SCORE: set a number above 0/),
    ])
    expect(findIssues({ CAPTCHA_MIN_SCORE: '0' })).toEqual([])
  })

  test.each(['development', 'test'])('does not apply to NODE_ENV %s', (value) => {
    expect(parseBackendConfig({ NODE_ENV: value })).toMatchObject({ isProduction: false, captcha: undefined })
  })

  test.each([
    ['http://site.example', /^SITE_ORIGINS: "http:\/\/site.example" is not https/],
    ['https://site.example,http://www.site.example', /^SITE_ORIGINS: "http:\/\/www.site.example" is not https/],
    ['http://localhost.site.example', /is not https/],
    ['http://127.0.0.1.site.example', /is not https/],
  ])('refuses the origin %s', (SITE_ORIGINS, line) => {
    expect(findIssues({ ...PRODUCTION_ENV, SITE_ORIGINS })).toEqual([expect.stringMatching(line)])
  })

  test('accepts http origins of this machine', () => {
    const origins = ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']
    expect(parseBackendConfig({ ...PRODUCTION_ENV, SITE_ORIGINS: origins.join() }).origins).toEqual(origins)
  })

  test.each(['short', 'fifteen-letters', 'two words of a captcha', 'x'.repeat(15)])(
    'refuses the captcha secret %o',
    (secret) =>
      expect(findIssues({ ...PRODUCTION_ENV, CAPTCHA_SECRET: secret })).toEqual([
        expect.stringMatching(/^CAPTCHA_SECRET: is shorter than 16/),
      ]),
  )

  test('requires an https URL of the captcha provider', () => {
    for (const url of ['http://captcha.example/verify', 'http://127.0.0.1:9/'])
      expect(findIssues({ ...PRODUCTION_ENV, CAPTCHA_VERIFY_URL: url })).toEqual([
        expect.stringMatching(/^CAPTCHA_VERIFY_URL: is not https; set the https address/),
      ])
  })
})

test('outside production the captcha provider may use http on this machine only', () => {
  const verifyUrl = 'http://127.0.0.1:9/'
  expect(parseBackendConfig({ CAPTCHA_SECRET: 'x', CAPTCHA_VERIFY_URL: verifyUrl }).captcha).toMatchObject({
    verifyUrl,
  })
  for (const url of ['http://captcha.example/', 'ftp://captcha.example/', 'captcha.example'])
    expect(findIssues({ CAPTCHA_VERIFY_URL: url })).toEqual([
      expect.stringMatching(/^CAPTCHA_VERIFY_URL: .*set the https/),
    ])
})

test.each([
  ['postgres:///site', /^DATABASE_URL: names no host/],
  ['postgres://site@/site', /^DATABASE_URL: /],
])('refuses DATABASE_URL %s without a host', (DATABASE_URL, line) => {
  expect(findIssues({ DATABASE_URL })).toEqual([expect.stringMatching(line)])
})

test('accepts the folder of a socket in DATABASE_URL', () => {
  const url = 'postgres:///site?host=/run/postgresql'
  expect(parseBackendConfig({ DATABASE_URL: url }).database).toEqual({ url })
})

describe('the cookie domain', () => {
  const origins = 'https://site.example,https://www.site.example'

  test('accepts a domain that includes every host of the site', () => {
    expect(parseBackendConfig({ SITE_ORIGINS: origins, COOKIE_DOMAIN: 'site.example' }).cookieDomain).toBe(
      'site.example',
    )
  })

  test.each([
    ['www.site.example', /of which every host in SITE_ORIGINS is part/],
    ['other.example', /of which every host in SITE_ORIGINS is part/],
    ['ite.example', /of which every host in SITE_ORIGINS is part/],
    ['example', /set a domain, as in/],
    ['.site.example', /set a domain, as in/],
    ['site.example.', /set a domain, as in/],
    ['https://site.example', /set a domain, as in/],
    ['site.example; Path=/', /set a domain, as in/],
    ['127.0.0.1', /set a domain, as in/],
  ])('refuses %s', (COOKIE_DOMAIN, message) => {
    const [line, ...others] = findIssues({ SITE_ORIGINS: origins, COOKIE_DOMAIN })
    expect(line).toMatch(/^COOKIE_DOMAIN: /)
    expect(line).toMatch(message)
    expect(others).toEqual([])
  })
})

test.each(['https://www.site.example', 'www.site.example:443', 'www.site.example/', 'WWW.site.example', ''])(
  'refuses "%s" as a captcha host',
  (name) => {
    const check = () => parseBackendConfig({ CAPTCHA_HOSTNAMES: `site.example,${name}` })
    expect(check).toThrow(
      `CAPTCHA_HOSTNAMES: "${name}" is not a host name; set the host alone, as in www.your-site.com`,
    )
  },
)

test('accepts names and addresses as captcha hosts', () => {
  const CAPTCHA_HOSTNAMES = 'site.example, www.site.example,127.0.0.1,localhost'
  expect(() => parseBackendConfig({ CAPTCHA_HOSTNAMES })).not.toThrow()
})
