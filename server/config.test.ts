import fc from 'fast-check'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { PRODUCTION_ENV } from '#tests/setup/server/test-backend.ts'
import { ConfigError, parseBackendConfig, parseWebConfig } from './config.ts'

const REAL = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'web@site.example', MAIL_TO: 'office@site.example' }
const SECRET = 's3cret-of-the-captcha'
/** The lines of the error that these variables are refused with. */
function issuesOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    parseBackendConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

const DAY = 24 * 60 * 60_000

test('without any variable the backend runs on this machine alone', () => {
  expect(parseBackendConfig({})).toMatchObject({
    isProduction: false,
    host: '127.0.0.1',
    database: { file: '.backend/backend.sqlite' },
    transport: { folder: '.backend/outbox' },
    captcha: undefined,
    trustedProxies: [],
    sessionLifetime: 3_600_000,
    retention: { messages: undefined, spam: 30 * DAY },
  })
})

test('an empty variable is one that is not set', () => {
  expect(parseBackendConfig({ DATABASE_URL: '', BACKEND_PORT: '', SITE_ORIGINS: '' })).toEqual(parseBackendConfig({}))
})

test('real parts are taken where they are named', () => {
  const config = parseBackendConfig({
    ...REAL,
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://site@db.example/site',
    CAPTCHA_SECRET: SECRET,
    SITE_ORIGINS: 'https://site.example, https://www.site.example',
    TRUSTED_PROXIES: '10.0.0.0/8',
  })
  expect(config).toMatchObject({
    isProduction: true,
    database: { url: 'postgres://site@db.example/site' },
    transport: { smtp: REAL.SMTP_URL },
    mail: { from: 'web@site.example', to: 'office@site.example' },
    captcha: { secret: SECRET, hostnames: ['site.example', 'www.site.example'], minScore: 0.5 },
    origins: ['https://site.example', 'https://www.site.example'],
    trustedProxies: ['10.0.0.0/8'],
  })
})

test.each([
  [{ RETENTION_DAYS: '365' }, { messages: 365 * DAY, spam: 30 * DAY }],
  [{ RETENTION_DAYS: '7' }, { messages: 7 * DAY, spam: 7 * DAY }],
  [
    { RETENTION_DAYS: '7', SPAM_RETENTION_DAYS: '2' },
    { messages: 7 * DAY, spam: 2 * DAY },
  ],
  [{ SPAM_RETENTION_DAYS: '365' }, { messages: undefined, spam: 365 * DAY }],
])('%o keeps no spam longer than other messages', (env, retention) => {
  expect(parseBackendConfig(env).retention).toEqual(retention)
})

describe('what is wrong is named, with what to set', () => {
  test.each([
    [{ ...PRODUCTION_ENV, CAPTCHA_SECRET: '' }, /^CAPTCHA_SECRET: is missing; set/],
    [{ SMTP_URL: REAL.SMTP_URL }, /^MAIL_FROM: is missing; set .*\nMAIL_TO: is missing; set/],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL: set a mail server’s address/],
    [{ ...REAL, MAIL_TO: 'office' }, /^MAIL_TO: set one e-mail address/],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL: set a PostgreSQL address/],
    [{ BACKEND_PORT: 'http' }, /^BACKEND_PORT: set a whole number from 0 to 65535/],
    [{ BACKEND_PORT: '65536' }, /^BACKEND_PORT: set a whole number from 0 to 65535/],
    [{ SESSION_MINUTES: '1.5' }, /^SESSION_MINUTES: set a whole number/],
    [{ RETENTION_DAYS: '0' }, /^RETENTION_DAYS: set a whole number of days from 1 to 36500/],
    [{ RETENTION_DAYS: '30d' }, /^RETENTION_DAYS: set a whole number of days from 1 to 36500/],
    [{ SPAM_RETENTION_DAYS: '1.5' }, /^SPAM_RETENTION_DAYS: set a whole number from 1 to 36500/],
    [{ CAPTCHA_MIN_SCORE: '2' }, /^CAPTCHA_MIN_SCORE: set a number above 0 and up to 1/],
    [{ CAPTCHA_MIN_SCORE: '-1' }, /^CAPTCHA_MIN_SCORE: set a number above 0/],
    [{ SITE_ORIGINS: 'https://site.example/' }, /^SITE_ORIGINS.*"https:\/\/site.example\/" is no origin; set/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: set one of fatal/],
    [{ TRUSTED_PROXIES: 'nginx' }, /^TRUSTED_PROXIES.*"nginx" is no address/],
  ])('%o', (env, message) => {
    expect(() => parseBackendConfig(env)).toThrow(message)
  })

  test.each([
    [() => parseBackendConfig({ BACKEND_HOST: 'localhost' }), 'BACKEND_HOST'],
    [() => parseWebConfig({ HOST: 'localhost' }), 'HOST'],
  ])('a host with two addresses', (read, name) => {
    expect(read).toThrow(`${name}: names two addresses; set 127.0.0.1 for this machine, or 0.0.0.0 for all`)
  })

  test('all at once, missing and wrong ones, in a line each', () => {
    const env = { NODE_ENV: 'production', SITE_ORIGINS: 'site.example', BACKEND_PORT: 'http', MAIL_TO: 'office' }
    expect(issuesOf(env).map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'BACKEND_PORT',
      'SMTP_URL',
      'MAIL_FROM',
      'MAIL_TO',
      'CAPTCHA_SECRET',
      'SITE_ORIGINS',
    ])
  })

  test('a password of an address that is wrong is not repeated', () => {
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
  ])('nor one in another variable: %o', (env) => {
    const lines = issuesOf(env)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join()).not.toContain('p4ss')
  })
})

describe('production', () => {
  test('starts with all that it needs', () => {
    expect(parseBackendConfig(PRODUCTION_ENV)).toMatchObject({
      isProduction: true,
      captcha: { secret: PRODUCTION_ENV.CAPTCHA_SECRET },
    })
  })

  test.each(['SMTP_URL', 'MAIL_FROM', 'MAIL_TO', 'CAPTCHA_SECRET', 'SITE_ORIGINS'])(
    'does not start without %s',
    (name) => {
      for (const value of ['', '  ']) {
        const lines = issuesOf({ ...PRODUCTION_ENV, [name]: value })
        expect(lines).toEqual([expect.stringMatching(`^${name}: is missing; set .+`)])
      }
    },
  )

  test('names everything that is missing', () => {
    expect(issuesOf({ NODE_ENV: 'production' })).toHaveLength(5)
  })

  test.each(['prod', 'Production', 'production ', 'live', '1'])('is not started as NODE_ENV %o', (value) => {
    const lines = issuesOf({ NODE_ENV: value })
    expect(lines[0]).toMatch(/^NODE_ENV: set production on a server/)
    expect(lines, 'and what production needs is named as well').toHaveLength(6)
  })

  test('does not accept every score of the captcha', () => {
    expect(issuesOf({ ...PRODUCTION_ENV, CAPTCHA_MIN_SCORE: '0' })).toEqual([
      expect.stringMatching(/^CAPTCHA_MIN_SCORE: set a number above 0/),
    ])
    expect(issuesOf({ CAPTCHA_MIN_SCORE: '0' })).toEqual([])
  })

  test.each(['development', 'test'])('is not %s', (value) => {
    expect(parseBackendConfig({ NODE_ENV: value })).toMatchObject({ isProduction: false, captcha: undefined })
  })

  test.each([
    ['http://site.example', /^SITE_ORIGINS: "http:\/\/site.example" is not https/],
    ['https://site.example,http://www.site.example', /^SITE_ORIGINS: "http:\/\/www.site.example" is not https/],
    ['http://localhost.site.example', /is not https/],
    ['http://127.0.0.1.site.example', /is not https/],
  ])('does not take the origin %s', (SITE_ORIGINS, line) => {
    expect(issuesOf({ ...PRODUCTION_ENV, SITE_ORIGINS })).toEqual([expect.stringMatching(line)])
  })

  test('takes pages of this machine', () => {
    const origins = ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']
    expect(parseBackendConfig({ ...PRODUCTION_ENV, SITE_ORIGINS: origins.join() }).origins).toEqual(origins)
  })

  test.each(['short', 'fifteen-letters', 'two words of a captcha', 'x'.repeat(15)])(
    'does not take the captcha’s secret %o',
    (CAPTCHA_SECRET) =>
      expect(issuesOf({ ...PRODUCTION_ENV, CAPTCHA_SECRET })).toEqual([
        expect.stringMatching(/^CAPTCHA_SECRET: is shorter than 16/),
      ]),
  )

  test('asks the captcha’s provider over https only', () => {
    for (const url of ['http://captcha.example/verify', 'http://127.0.0.1:9/'])
      expect(issuesOf({ ...PRODUCTION_ENV, CAPTCHA_VERIFY_URL: url })).toEqual([
        expect.stringMatching(/^CAPTCHA_VERIFY_URL: is not https; set the https address/),
      ])
  })
})

test('outside production the captcha’s provider may be on this machine without TLS, and nowhere else', () => {
  const verifyUrl = 'http://127.0.0.1:9/'
  expect(parseBackendConfig({ CAPTCHA_SECRET: 'x', CAPTCHA_VERIFY_URL: verifyUrl }).captcha).toMatchObject({
    verifyUrl,
  })
  for (const url of ['http://captcha.example/', 'ftp://captcha.example/', 'captcha.example'])
    expect(issuesOf({ CAPTCHA_VERIFY_URL: url })).toEqual([
      expect.stringMatching(/^CAPTCHA_VERIFY_URL: .*set the https/),
    ])
})

test.each([
  ['postgres:///site', /^DATABASE_URL: names no host/],
  ['postgres://site@/site', /^DATABASE_URL: /],
])('DATABASE_URL %s has no host', (DATABASE_URL, line) => {
  expect(issuesOf({ DATABASE_URL })).toEqual([expect.stringMatching(line)])
})

test('DATABASE_URL may name the folder of a socket', () => {
  const url = 'postgres:///site?host=/run/postgresql'
  expect(parseBackendConfig({ DATABASE_URL: url }).database).toEqual({ url })
})

describe('trusted proxies', () => {
  test.each([
    '10.0.0.1',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '::1',
    'fc00::/7',
    'fe80::/10',
    '2606:4700::/32',
    '::ffff:10.0.0.1',
  ])('may be %s', (TRUSTED_PROXIES) => {
    const { trustedProxies } = parseBackendConfig({ TRUSTED_PROXIES })
    expect(() => fastify({ trustProxy: [...trustedProxies] })).not.toThrow()
  })

  test.each([
    ...['0.0.0.0/0', '0.0.0.0/1', '128.0.0.0/1', '8.0.0.0/8', '10.0.0.0/7', '192.0.0.0/8'],
    ...['::/0', '2000::/3', '2000::/16', 'fc00::/6', '::ffff:0.0.0.0/96', '::ffff:10.0.0.0/104', '::/64', '::1/80'],
  ])('may not be %s', (range) => {
    expect(issuesOf({ TRUSTED_PROXIES: `127.0.0.1, ${range}` })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES: ".*" .*; set .*10\.0\.0\.0\/8/),
    ])
  })

  test.each([
    '10.0.0.0/8',
    '172.16.0.0/12',
    '100.64.0.0/10',
    'fc00::/7',
    'fe80::/10',
    '104.16.0.0/13',
    '2a06:98c0::/29',
  ])('may be the network %s', (range) => expect(issuesOf({ TRUSTED_PROXIES: range })).toEqual([]))

  test('that are accepted are accepted by Fastify', () => {
    const address = fc.oneof(
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6(),
      fc.ipV4().map((ip) => `::ffff:${ip}`),
    )
    const range = fc
      .tuple(address, fc.integer({ min: -1, max: 130 }))
      .map(([ip, bits]) => (bits < 0 ? ip : `${ip}/${bits}`))
    let accepted = 0
    fc.assert(
      fc.property(range, (TRUSTED_PROXIES) => {
        if (issuesOf({ TRUSTED_PROXIES }).length > 0) return
        accepted++
        fastify({ trustProxy: [...parseBackendConfig({ TRUSTED_PROXIES }).trustedProxies] })
      }),
      { numRuns: 1_000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })
})

describe('the domain of cookies', () => {
  const origins = 'https://site.example,https://www.site.example'

  test('is one of which every page’s host is part', () => {
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
  ])('is not %s', (COOKIE_DOMAIN, words) => {
    const [line, ...others] = issuesOf({ SITE_ORIGINS: origins, COOKIE_DOMAIN })
    expect(line).toMatch(/^COOKIE_DOMAIN: /)
    expect(line).toMatch(words)
    expect(others).toEqual([])
  })
})

test.each(['https://www.site.example', 'www.site.example:443', 'www.site.example/', 'WWW.site.example', ''])(
  'a captcha host "%s" that is no host name is refused',
  (name) => {
    const check = () => parseBackendConfig({ CAPTCHA_HOSTNAMES: `site.example,${name}` })
    expect(check).toThrow(`CAPTCHA_HOSTNAMES: "${name}" is no host name; set the host alone, as in www.your-site.com`)
  },
)

test('captcha hosts are names or addresses', () => {
  const CAPTCHA_HOSTNAMES = 'site.example, www.site.example,127.0.0.1,localhost'
  expect(() => parseBackendConfig({ CAPTCHA_HOSTNAMES })).not.toThrow()
})
